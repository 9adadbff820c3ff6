//! Which process belongs to which bot.
//!
//! A bot's processes are the descendants of the one that was started for it. When a process ends, its children get
//! another parent: this process, where the kernel lets it adopt them, otherwise init. Such orphans are recognised
//! because they were seen before, by the mark that every bot gets and its children inherit, or by their process group
//! or session.

use std::collections::{HashMap, HashSet};

use super::proc_fs::{Identity, Proc, Stat};

/// The number that marks the processes of one bot.
pub(super) type Mark = u64;

/// The processes of all bots.
pub(super) struct Trees {
    proc: Proc,
    /// Are orphans adopted by this process, so that they are among its children?
    adopts: bool,
    bots: HashMap<Mark, Tree>,
    /// Processes that belong to no bot, so that they are checked only once.
    strangers: HashSet<Identity>,
}

/// The processes of one bot.
pub(super) struct Tree {
    pub root: Identity,
    pub members: HashMap<i32, Stat>,
    /// The members at the previous scan.
    before: HashSet<Identity>,
}

impl Tree {
    /// The members that run.
    pub(super) fn living(&self) -> impl Iterator<Item = &Stat> {
        self.members.values().filter(|member| !member.is_dead)
    }

    /// Is the member a copy of its parent that still uses the very same memory, as between `vfork` and `exec`? That is
    /// temporary, unless the parent is seen waiting for it.
    pub(super) fn borrows_memory(&self, member: &Stat) -> bool {
        let Some(parent) = self.members.get(&member.parent) else { return false };
        let is_same = (parent.address_space, parent.resident) == (member.address_space, member.resident);
        member.is_copy && is_same && (parent.is_blocked || !self.before.contains(&member.id))
    }
}

impl Trees {
    /// No bots yet.
    pub(super) fn new(proc: Proc, adopts: bool) -> Trees {
        Trees { proc, adopts, bots: HashMap::new(), strangers: HashSet::new() }
    }

    pub(super) fn proc(&self) -> &Proc {
        &self.proc
    }

    pub(super) fn add(&mut self, mark: Mark, root: Identity) {
        self.bots.insert(mark, Tree { root, members: HashMap::new(), before: HashSet::new() });
        // Children of a bot that was not known yet may have been taken for strangers.
        self.strangers.clear();
    }

    pub(super) fn remove(&mut self, mark: Mark) {
        self.bots.remove(&mark);
    }

    pub(super) fn get(&self, mark: Mark) -> Option<&Tree> {
        self.bots.get(&mark)
    }

    /// Is the process, at its last scan, an orphan that became a child of this process?
    pub(super) fn is_adopted(&self, tree: &Tree, member: &Stat) -> bool {
        member.parent == self.proc.own() && member.id != tree.root
    }

    /// Drops a dead process from a tree.
    pub(super) fn forget(&mut self, mark: Mark, pid: i32) {
        if let Some(tree) = self.bots.get_mut(&mark) {
            tree.members.remove(&pid);
        }
    }

    /// Finds the processes of the given bots. Each is visited before its children are searched, so that it can be kept
    /// from starting more; the visitor decides whether to search for further processes of the same bot.
    pub(super) fn update(
        &mut self,
        is_wanted: impl Fn(Mark) -> bool,
        mut visit: impl FnMut(Mark, &Stat) -> bool,
    ) {
        let survey = Survey::new(self);
        let owners = self.owners();
        let groups = self.groups();
        let mut found: HashMap<Mark, Found> = HashMap::new();
        let mut strangers = HashSet::new();
        for pid in survey.tops() {
            let before = owners.get(&pid);
            if before.is_some_and(|(_, mark)| !is_wanted(*mark)) {
                continue;
            }
            let Some(stat) = survey.stat(pid) else { continue };
            let seen = before.filter(|(started, _)| *started == stat.id.started).map(|(_, mark)| *mark);
            if seen.is_none() && self.strangers.contains(&stat.id) {
                strangers.insert(stat.id);
                continue;
            }
            let owner = seen.or_else(|| self.marked(pid)).or_else(|| {
                let of = |group: i32| groups.get(&group).copied();
                of(stat.group).or_else(|| of(stat.session))
            });
            match owner {
                Some(mark) if is_wanted(mark) => {
                    survey.gather(stat, found.entry(mark).or_default(), |member| visit(mark, member));
                }
                Some(_) => {}
                None => drop(strangers.insert(stat.id)),
            }
        }
        self.strangers = strangers;
        for (mark, tree) in self.bots.iter_mut().filter(|(mark, _)| is_wanted(**mark)) {
            tree.before = tree.members.values().map(|member| member.id).collect();
            tree.members = found.remove(mark).unwrap_or_default().members;
        }
    }

    /// The bot of each process at the last scan.
    fn owners(&self) -> HashMap<i32, (u64, Mark)> {
        let mut owners = HashMap::new();
        for (&mark, tree) in &self.bots {
            let members = tree.members.values().map(|member| member.id);
            for id in members.chain([tree.root]) {
                owners.insert(id.pid, (id.started, mark));
            }
        }
        owners
    }

    /// Process groups and sessions created by bots.
    fn groups(&self) -> HashMap<i32, Mark> {
        let mut groups = HashMap::new();
        for (&mark, tree) in &self.bots {
            groups.insert(tree.root.pid, mark);
            for member in tree.members.values() {
                let made = [member.group, member.session].into_iter();
                // A process may join a group that others created; that does not make the group the bot's.
                let made = made.filter(|leader| tree.members.contains_key(leader));
                groups.extend(made.map(|group| (group, mark)));
            }
        }
        groups
    }

    /// The bot whose mark a process has.
    fn marked(&self, pid: i32) -> Option<Mark> {
        self.proc.marks(pid).into_iter().flatten().find(|mark| self.bots.contains_key(mark))
    }
}

/// What was found of a bot.
#[derive(Default)]
struct Found {
    members: HashMap<i32, Stat>,
    /// The visitor has seen enough.
    is_enough: bool,
}

/// One scan of the processes: along lists of children, or over all processes where there are no such lists.
struct Survey<'a> {
    proc: &'a Proc,
    /// `Some` if every process has to be checked.
    all: Option<All>,
}

/// All processes and the children of each.
struct All {
    processes: HashMap<i32, Stat>,
    children: HashMap<i32, Vec<i32>>,
}

impl<'a> Survey<'a> {
    fn new(trees: &'a Trees) -> Survey<'a> {
        let all = (!trees.adopts || !trees.proc.lists_children()).then(|| {
            let processes: HashMap<i32, Stat> =
                trees.proc.all().into_iter().map(|stat| (stat.id.pid, stat)).collect();
            let mut children: HashMap<i32, Vec<i32>> = HashMap::new();
            for stat in processes.values() {
                children.entry(stat.parent).or_default().push(stat.id.pid);
            }
            All { processes, children }
        });
        Survey { proc: &trees.proc, all }
    }

    /// Processes that may be the first of a bot or orphans of one.
    fn tops(&self) -> Vec<i32> {
        match &self.all {
            Some(all) => all.processes.keys().copied().filter(|&pid| pid != self.proc.own()).collect(),
            None => self.proc.children(self.proc.own(), None),
        }
    }

    fn stat(&self, pid: i32) -> Option<Stat> {
        match &self.all {
            Some(all) => all.processes.get(&pid).copied(),
            None => self.proc.stat(pid),
        }
    }

    /// Adds a process and all its descendants, until the visitor has seen enough.
    fn gather(&self, top: Stat, found: &mut Found, mut visit: impl FnMut(&Stat) -> bool) {
        // Processes to check, each with its parent. One that has got another parent since is found there the next time.
        let mut waiting = Vec::new();
        let mut next = (!found.is_enough).then_some(top);
        loop {
            if let Some(stat) = next
                && found.members.insert(stat.id.pid, stat).is_none()
            {
                if !visit(&stat) {
                    found.is_enough = true;
                    return;
                }
                waiting.extend(self.children(&stat).into_iter().map(|child| (child, stat.id.pid)));
            }
            let Some((pid, parent)) = waiting.pop() else { return };
            next = self.stat(pid).filter(|stat| stat.parent == parent);
        }
    }

    fn children(&self, stat: &Stat) -> Vec<i32> {
        match &self.all {
            Some(all) => all.children.get(&stat.id.pid).cloned().unwrap_or_default(),
            None if stat.is_dead => Vec::new(),
            None => self.proc.children(stat.id.pid, Some(stat.threads)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stat(pid: i32, parent: i32) -> Stat {
        Stat {
            id: Identity { pid, started: 1 },
            parent,
            group: 10,
            session: 10,
            threads: 1,
            is_dead: false,
            is_blocked: false,
            resident: 4096,
            address_space: 8192,
            is_copy: true,
        }
    }

    #[test]
    fn only_a_fresh_copy_borrows_memory() {
        let parent = Stat { is_copy: false, ..stat(10, 1) };
        let child = stat(11, 10);
        let tree = |parent: Stat, child: Stat, before: &[Stat]| Tree {
            root: parent.id,
            members: HashMap::from([(10, parent), (11, child)]),
            before: before.iter().map(|member| member.id).collect(),
        };
        assert!(tree(parent, child, &[parent]).borrows_memory(&child));
        assert!(!tree(parent, child, &[parent]).borrows_memory(&parent));
        // By now it is a separate process, unless its parent still waits.
        assert!(!tree(parent, child, &[parent, child]).borrows_memory(&child));
        let waiting = Stat { is_blocked: true, ..parent };
        assert!(tree(waiting, child, &[parent, child]).borrows_memory(&child));
        for other in [
            Stat { resident: 0, ..child },
            Stat { address_space: 0, ..child },
            Stat { is_copy: false, ..child },
        ] {
            assert!(!tree(parent, other, &[parent]).borrows_memory(&other));
        }
    }
}
