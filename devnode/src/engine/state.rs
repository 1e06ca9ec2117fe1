//! Everything that a block changes.

use super::{Constants, Voucher, gas, pages::Pages, program::StoredCode};
use core_processor::configs::BlockInfo;
use gear_core::{
    ids::{ActorId, CodeId, MessageId},
    message::{StoredDelayedDispatch, StoredDispatch, UserStoredMessage},
    pages::{WasmPage, numerated::tree::IntervalsTree},
    program::Program,
    tasks::VaraScheduledTask,
};
use gsdk::{
    Event,
    gear::runtime_types::{frame_system::Phase, gear_common::storage::primitives::Interval},
};
use imbl::{OrdMap, Vector};
use std::sync::Arc;

/// For so many messages that are left in the queue fees rise by once themselves.
const QUEUE_STEP: u128 = 1000;

/// What the system knows of an account.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Account {
    /// Extrinsics that it has signed.
    pub nonce: u32,
    /// In the smallest unit.
    pub free: u128,
}

/// What of an account lies in the bank, in the smallest unit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Deposit {
    /// Bought gas that is not burned yet.
    pub gas: u128,
    /// Attached to messages that have not arrived yet.
    pub value: u128,
}

/// What waits in storage, and since when and until when. Behind a pointer, as pages
/// are.
pub type Held<T> = Arc<(T, Interval<u32>)>;

/// The state after a block, or within one.
#[derive(Clone, Default)]
pub struct State {
    /// The same in all of a chain's states.
    pub constants: Arc<Constants>,
    pub block: BlockInfo,
    pub accounts: OrdMap<ActorId, Account>,
    pub deposits: OrdMap<ActorId, Deposit>,
    pub codes: OrdMap<CodeId, Arc<StoredCode>>,
    pub programs: OrdMap<ActorId, Program<u32>>,
    pub allocations: OrdMap<ActorId, IntervalsTree<WasmPage>>,
    pub pages: Pages,
    pub queue: Vector<StoredDispatch>,
    pub mailbox: OrdMap<(ActorId, MessageId), Held<UserStoredMessage>>,
    pub waitlist: OrdMap<(ActorId, MessageId), Held<StoredDispatch>>,
    pub stash: OrdMap<MessageId, Held<StoredDelayedDispatch>>,
    pub tasks: OrdMap<u32, Vector<VaraScheduledTask<ActorId>>>,
    pub gas: gas::Ledger,
    /// By who may use it, and the account that has its money.
    pub vouchers: OrdMap<(ActorId, ActorId), Voucher>,
    /// Vouchers that were ever issued.
    pub vouchers_issued: u64,
    /// Price of the gas that this block has burned, which the bank still holds.
    pub burned: u128,
    /// What of the treasury's balance is known to be out of circulation.
    pub deactivated: u128,
    /// What the weight of a call that fills the queue is multiplied with in its fee.
    pub fee_multiplier: FeeMultiplier,
    /// Messages that users have sent in this block.
    pub sent: u32,
    /// What this block emitted, and where in it.
    pub events: Vector<(Phase, Event)>,
    /// Where in the block the state is now.
    pub phase: Position,
}

/// Rises with the messages that the block before has left in the queue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FeeMultiplier(pub u128);

impl Default for FeeMultiplier {
    fn default() -> Self {
        Self(1)
    }
}

/// Where in a block something happens.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Position {
    #[default]
    Initialization,
    Extrinsic(u32),
    Finalization,
}

impl State {
    /// Records an event at the present place in the block.
    pub fn emit(&mut self, event: impl Into<Emitted>) {
        let phase = match self.phase {
            Position::Initialization => Phase::Initialization,
            Position::Extrinsic(index) => Phase::ApplyExtrinsic(index),
            Position::Finalization => Phase::Finalization,
        };
        self.events.push_back((phase, event.into().0));
    }

    /// What an account has; nothing, if there is none.
    pub fn account(&self, id: ActorId) -> Account {
        self.accounts.get(&id).copied().unwrap_or_default()
    }

    pub fn is_program(&self, id: ActorId) -> bool {
        self.programs.contains_key(&id)
    }

    /// Turns to the next block, in which nothing has happened yet.
    pub fn next_block(&mut self) {
        self.block.height += 1;
        self.block.timestamp += self.constants.block_duration;
        self.events.clear();
        self.sent = 0;
        self.phase = Position::Initialization;
        self.deactivate_treasury();
    }

    /// Does what is left to the end of a block.
    pub fn end_block(&mut self) {
        self.phase = Position::Finalization;
        self.pay_for_burned();
        self.fee_multiplier = FeeMultiplier(self.queue.len() as u128 / QUEUE_STEP + 1);
    }

    /// The block's number.
    pub fn height(&self) -> u32 {
        self.block.height
    }
}

/// An event of any pallet that this node has.
pub struct Emitted(Event);

macro_rules! emitted {
    ($($pallet:ident => $variant:ident),+ $(,)?) => {$(
        impl From<gsdk::gear::$pallet::Event> for Emitted {
            fn from(event: gsdk::gear::$pallet::Event) -> Self {
                Self(Event::$variant(event))
            }
        }
    )+};
}

emitted! {
    balances => Balances,
    gear => Gear,
    gear_voucher => GearVoucher,
    system => System,
    transaction_payment => TransactionPayment,
    treasury => Treasury,
    utility => Utility,
}
