//! What happens to processes: they start, beside others or alone, die, and stop.

use rand::seq::IndexedRandom as _;
use tokio::runtime::Handle;

use super::{book::Broken, process::Process, world::World};

impl World {
    /// A process starts, beside others or alone.
    pub(super) async fn start_process(&mut self) -> bool {
        if self.processes.len() >= 2 {
            return false;
        }
        self.started += 1;
        let name = format!("process {}", self.started);
        let process = Process::start(&self.database, &name, &self.metrics).await;
        self.did("start", format_args!("{name}: {}", process.is_some()));
        self.processes.extend(process.map(|process| (self.started, process)));
        if self.processes.len() > 1 {
            self.witness.records().were_two = true;
        }
        true
    }

    /// A process ends where it stands. What it had under way to the store may arrive.
    pub(super) fn kill(&mut self) -> bool {
        let ids: Vec<_> = self.processes.keys().copied().collect();
        let Some(id) = ids.choose(&mut self.chance).copied() else { return false };
        self.did("kill", format_args!("process {id}"));
        if let Some(process) = self.processes.remove(&id) {
            process.kill();
        }
        self.lose_all_of(id);
        true
    }

    pub(super) fn lose_all_of(&mut self, process: u32) {
        let lost: Vec<_> =
            self.lines.iter().filter(|(_, l)| l.process == process).map(|(id, _)| *id).collect();
        for id in lost {
            self.lose(id);
            self.lines.remove(&id);
        }
    }

    /// A process stops as it is told to.
    pub(super) async fn stop(&mut self) -> bool {
        let ids: Vec<_> = self.processes.keys().copied().collect();
        let Some(id) = ids.choose(&mut self.chance).copied() else { return false };
        self.did("stop", format_args!("process {id}"));
        if let Some(process) = self.processes.remove(&id) {
            process.stop().await;
        }
        true
    }

    /// The last processes stop, and no task is left.
    pub(super) async fn end(&mut self) -> Result<(), Broken> {
        for (_, process) in std::mem::take(&mut self.processes) {
            process.stop().await;
        }
        match Handle::current().metrics().num_alive_tasks() {
            0 => Ok(()),
            tasks => Err(format!("{tasks} tasks are left")),
        }
    }
}
