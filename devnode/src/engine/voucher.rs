//! Vouchers: an owner pays the fees and the gas of a spender, for calls that the voucher allows.

use super::{
    Constants, Execution, State,
    calls::Spending,
    extrinsics,
    failure::{Failure, Outcome, module},
};
use gear_core::{
    ids::{ActorId, MessageId},
    utils::hash_of_array,
};
use gsdk::{
    IntoSubxt, RuntimeError,
    gear::{
        gear_voucher::{Call, Error, Event},
        runtime_types::pallet_gear_voucher::internal::{PrepaidCall, VoucherId, VoucherInfo},
    },
};
use std::collections::BTreeSet;

/// The prefix of the bytes whose hash is a voucher's id.
const SALT: &[u8] = b"voucher";

/// A voucher. The account with the voucher's id has its money.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Voucher {
    /// The account that issued it, or took it over. It gets back what is left.
    pub owner: ActorId,
    /// The programs that messages may go to. `None` allows any program.
    pub programs: Option<BTreeSet<ActorId>>,
    /// Whether it pays for uploads of codes.
    pub code_uploading: bool,
    /// The first block in which it can't be used, and can be revoked.
    pub expiry: u32,
}

impl Voucher {
    /// The voucher as the runtime stores it.
    pub fn info(&self) -> VoucherInfo<gsdk::ext::subxt::utils::AccountId32, u32> {
        VoucherInfo {
            owner: self.owner.into_subxt(),
            programs: self.programs.as_ref().map(|ids| ids.iter().copied().collect()),
            code_uploading: self.code_uploading,
            expiry: self.expiry,
        }
    }
}

/// An owner's changes to a voucher. They can only allow more.
struct Update {
    move_ownership: Option<ActorId>,
    balance_top_up: Option<u128>,
    append_programs: Option<Option<BTreeSet<ActorId>>>,
    code_uploading: Option<bool>,
    prolong_duration: Option<u32>,
}

impl State {
    /// The voucher's account that pays an extrinsic's fee in this block. `None` if the sender pays.
    pub fn sponsor(&self, who: ActorId, call: &extrinsics::Call, block: u32) -> Option<ActorId> {
        let extrinsics::Call::GearVoucher(Call::call { voucher_id, call }) = call else {
            return None;
        };
        self.check_prepaid(who, voucher_id, call, block).ok()?;
        Some(account(voucher_id))
    }

    fn check_prepaid(
        &self,
        who: ActorId,
        id: &VoucherId,
        call: &PrepaidCall<u128>,
        block: u32,
    ) -> Result<(), Error> {
        let voucher = self.usable_voucher(who, id, block)?;
        let destination = match call {
            PrepaidCall::DeclineVoucher => return Ok(()),
            PrepaidCall::UploadCode { .. } if voucher.code_uploading => return Ok(()),
            PrepaidCall::UploadCode { .. } => return Err(Error::CodeUploadingDisabled),
            PrepaidCall::SendMessage { destination, .. } => Some(*destination),
            PrepaidCall::SendReply { reply_to_id, .. } => self.sender_of_mail(who, *reply_to_id),
        };
        let Some(programs) = &voucher.programs else { return Ok(()) };
        let destination = destination.ok_or(Error::UnknownDestination)?;
        let is_allowed = programs.contains(&destination);
        is_allowed.then_some(()).ok_or(Error::InappropriateDestination)
    }

    fn usable_voucher(&self, who: ActorId, id: &VoucherId, block: u32) -> Result<&Voucher, Error> {
        let voucher = self.vouchers.get(&(who, account(id))).ok_or(Error::InexistentVoucher)?;
        let is_valid = block < voucher.expiry;
        is_valid.then_some(voucher).ok_or(Error::VoucherExpired)
    }

    fn sender_of_mail(&self, who: ActorId, id: MessageId) -> Option<ActorId> {
        self.mailbox.get(&(who, id)).map(|held| held.0.source())
    }
}

impl Execution {
    pub(super) fn voucher(&mut self, who: ActorId, call: Call) -> Outcome {
        match call {
            Call::issue { spender, balance, programs, code_uploading, duration } => {
                let programs = programs.map(|ids| ids.into_iter().collect());
                let expiry = self.state.height().saturating_add(duration).saturating_add(1);
                let voucher = Voucher { owner: who, programs, code_uploading, expiry };
                self.issue_voucher(spender.0.into(), voucher, balance, duration)
            }
            Call::call { voucher_id, call } => self.prepaid(who, &voucher_id, call),
            Call::revoke { spender, voucher_id } => {
                self.revoke_voucher(who, spender.0.into(), voucher_id)
            }
            Call::update {
                spender,
                voucher_id,
                move_ownership,
                balance_top_up,
                append_programs,
                code_uploading,
                prolong_duration,
            } => {
                let set = |ids: Vec<ActorId>| ids.into_iter().collect();
                let update = Update {
                    move_ownership: move_ownership.map(|id| id.0.into()),
                    balance_top_up,
                    append_programs: append_programs.map(|programs| programs.map(set)),
                    code_uploading,
                    prolong_duration,
                };
                self.update_voucher(who, spender.0.into(), voucher_id, update)
            }
            Call::decline { voucher_id } => self.decline_voucher(who, voucher_id),
        }
    }

    fn issue_voucher(
        &mut self,
        spender: ActorId,
        voucher: Voucher,
        balance: u128,
        duration: u32,
    ) -> Outcome {
        let constants = &self.state.constants;
        constants.check_voucher_duration(duration).map_err(refused)?;
        if let Some(programs) = &voucher.programs {
            constants.check_voucher_programs(programs.len()).map_err(refused)?;
        }
        self.state.vouchers_issued += 1;
        let id = hash_of_array([SALT, &self.state.vouchers_issued.to_le_bytes()]);
        let owner = voucher.owner;
        self.state.pay(owner, id.into(), balance, true).map_err(unpaid)?;
        self.state.vouchers.insert((spender, id.into()), voucher);
        self.state.emit(Event::VoucherIssued {
            owner: owner.into_subxt(),
            spender: spender.into_subxt(),
            voucher_id: VoucherId(id),
        });
        Ok(())
    }

    /// Applies a call that a voucher pays for.
    fn prepaid(&mut self, who: ActorId, id: &VoucherId, call: PrepaidCall<u128>) -> Outcome {
        self.state.check_prepaid(who, id, &call, self.state.height()).map_err(refused)?;
        let sponsor = account(id);
        match call {
            PrepaidCall::SendMessage { destination, payload, gas_limit, value, keep_alive } => {
                let spending = Spending { gas_limit, value, keep_alive, sponsor };
                self.send_message(who, destination, payload, spending)
            }
            PrepaidCall::SendReply { reply_to_id, payload, gas_limit, value, keep_alive } => {
                let spending = Spending { gas_limit, value, keep_alive, sponsor };
                self.send_reply(who, reply_to_id, payload, spending)
            }
            PrepaidCall::UploadCode { code } => self.upload_code(code),
            PrepaidCall::DeclineVoucher => self.decline_voucher(who, VoucherId(id.0)),
        }
    }

    /// Gives the owner back what is left. The voucher stays in storage.
    fn revoke_voucher(&mut self, who: ActorId, spender: ActorId, id: VoucherId) -> Outcome {
        let voucher = self.owned_voucher(who, spender, &id)?;
        if self.state.height() < voucher.expiry {
            return Err(refused(Error::IrrevocableYet));
        }
        let left = self.state.free(account(&id));
        if left > 0 {
            self.state.pay(account(&id), who, left, false).map_err(unpaid)?;
            let spender = spender.into_subxt();
            self.state.emit(Event::VoucherRevoked { spender, voucher_id: id });
        }
        Ok(())
    }

    fn update_voucher(
        &mut self,
        who: ActorId,
        spender: ActorId,
        id: VoucherId,
        update: Update,
    ) -> Outcome {
        let before = self.owned_voucher(who, spender, &id)?;
        let mut voucher = before.clone();
        let new_owner = update.move_ownership.filter(|owner| *owner != voucher.owner);
        voucher.owner = new_owner.unwrap_or(voucher.owner);
        let top_up = update.balance_top_up.unwrap_or_default();
        self.state.pay(who, account(&id), top_up, false).map_err(unpaid)?;
        let constants = &self.state.constants;
        voucher.append(update.append_programs, constants).map_err(refused)?;
        if update.code_uploading == Some(false) && voucher.code_uploading {
            return Err(refused(Error::CodeUploadingEnabled));
        }
        voucher.code_uploading |= update.code_uploading == Some(true);
        if let Some(duration) = update.prolong_duration.filter(|duration| *duration > 0) {
            voucher.prolong(duration, self.state.height(), constants).map_err(refused)?;
        }
        if top_up > 0 || voucher != before {
            self.state.vouchers.insert((spender, account(&id)), voucher);
            self.state.emit(Event::VoucherUpdated {
                spender: spender.into_subxt(),
                voucher_id: id,
                new_owner: new_owner.map(IntoSubxt::into_subxt),
            });
        }
        Ok(())
    }

    /// Ends a voucher early, as its spender asks.
    fn decline_voucher(&mut self, who: ActorId, id: VoucherId) -> Outcome {
        let now = self.state.height();
        let voucher = self.state.usable_voucher(who, &id, now).map_err(refused)?;
        let voucher = Voucher { expiry: now, ..voucher.clone() };
        self.state.vouchers.insert((who, account(&id)), voucher);
        let spender = who.into_subxt();
        self.state.emit(Event::VoucherDeclined { spender, voucher_id: id });
        Ok(())
    }

    fn owned_voucher(
        &self,
        owner: ActorId,
        spender: ActorId,
        id: &VoucherId,
    ) -> Result<Voucher, Failure> {
        let voucher = self.state.vouchers.get(&(spender, account(id)));
        let voucher = voucher.ok_or_else(|| refused(Error::InexistentVoucher))?;
        let is_owner = voucher.owner == owner;
        is_owner.then(|| voucher.clone()).ok_or_else(|| refused(Error::BadOrigin))
    }
}

impl Constants {
    fn check_voucher_duration(&self, blocks: u32) -> Result<(), Error> {
        let fits = (self.min_voucher_duration..=self.max_voucher_duration).contains(&blocks);
        fits.then_some(()).ok_or(Error::DurationOutOfBounds)
    }

    fn check_voucher_programs(&self, count: usize) -> Result<(), Error> {
        let fits = count <= self.max_voucher_programs;
        fits.then_some(()).ok_or(Error::MaxProgramsLimitExceeded)
    }
}

impl Voucher {
    /// Allows more programs, or any program.
    fn append(
        &mut self,
        programs: Option<Option<BTreeSet<ActorId>>>,
        constants: &Constants,
    ) -> Result<(), Error> {
        match programs {
            Some(None) => self.programs = None,
            Some(Some(more)) => {
                if let Some(programs) = &mut self.programs {
                    programs.extend(more);
                    constants.check_voucher_programs(programs.len())?;
                }
            }
            None => {}
        }
        Ok(())
    }

    /// Makes the voucher last longer. A voucher that has expired lasts from now on.
    fn prolong(&mut self, duration: u32, now: u32, constants: &Constants) -> Result<(), Error> {
        let (expiry, whole) = match self.expiry.checked_sub(now) {
            Some(left) => (self.expiry.saturating_add(duration), left.saturating_add(duration)),
            None => (now.saturating_add(duration).saturating_add(1), duration),
        };
        constants.check_voucher_duration(whole)?;
        self.expiry = expiry;
        Ok(())
    }
}

/// The account that has a voucher's money.
fn account(id: &VoucherId) -> ActorId {
    id.0.into()
}

fn refused(error: Error) -> Failure {
    module(&RuntimeError::GearVoucher(error))
}

fn unpaid(_: gsdk::gear::balances::Error) -> Failure {
    refused(Error::BalanceTransfer)
}
