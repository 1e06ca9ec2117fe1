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

/// How many messages left in the queue raise the fee multiplier by one.
const QUEUE_STEP: u128 = 1000;

/// An account's nonce and balance.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Account {
    /// The nonce of its next extrinsic.
    pub nonce: u32,
    /// Its free balance, in the smallest unit.
    pub free: u128,
}

/// What an account has in the bank, in the smallest unit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Deposit {
    /// The price of the gas that it bought and that is not burned yet.
    pub gas: u128,
    /// The value of its messages that have not arrived yet.
    pub value: u128,
}

/// A message that waits in storage, with its first and last block there. Copies of a state share
/// it, as they share pages.
pub type Held<T> = Arc<(T, Interval<u32>)>;

/// The state after a block, or within one.
#[derive(Clone, Default)]
pub struct State {
    /// The runtime's constants. States share them until the runtime is upgraded.
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
    /// The vouchers, by spender and by the account that has the voucher's money.
    pub vouchers: OrdMap<(ActorId, ActorId), Voucher>,
    /// How many vouchers were ever issued.
    pub vouchers_issued: u64,
    /// The price of the gas that this block has burned. The bank still holds it.
    pub burned: u128,
    /// The part of the treasury's balance that is out of circulation.
    pub deactivated: u128,
    /// Multiplies the weight in the fee of a call that fills the queue.
    pub fee_multiplier: FeeMultiplier,
    /// How many messages users have sent in this block, without replies.
    pub sent: u32,
    /// The events of this block, each with its place in the block.
    pub events: Vector<(Phase, Event)>,
    /// The present place in the block.
    pub phase: Position,
}

/// A factor of fees. It rises with the number of messages that the last block left in the queue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FeeMultiplier(pub u128);

impl Default for FeeMultiplier {
    fn default() -> Self {
        Self(1)
    }
}

/// A place in a block.
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

    /// An account. One that does not exist has nothing.
    pub fn account(&self, id: ActorId) -> Account {
        self.accounts.get(&id).copied().unwrap_or_default()
    }

    pub fn is_program(&self, id: ActorId) -> bool {
        self.programs.contains_key(&id)
    }

    /// Begins the next block: moves the number and the time on, and drops the last block's events.
    pub fn next_block(&mut self) {
        self.block.height += 1;
        self.block.timestamp += self.constants.block_duration;
        self.events.clear();
        self.sent = 0;
        self.phase = Position::Initialization;
        self.deactivate_treasury();
    }

    /// Ends the block: pays the treasury for burned gas, and sets the fees of the next block.
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
