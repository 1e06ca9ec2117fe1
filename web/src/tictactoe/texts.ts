import { useTexts } from '../i18n';
import type { Language } from '../i18n/messages';
import type { Closing } from './closing';
import type { PlainError, TicTacToeError } from './errors';
import type { Formats } from '../i18n/formats';

type Named = (name: string) => string;

export interface TicTacToeTexts {
  title: string;
  intro: string;
  open: string;
  deploy: string;
  deployText: string;
  idLabel: string;
  turnTime: string;
  withPass: string;
  passPrice: Named;
  passSupply: string;
  notWhole: string;
  shareTitle: string;
  shareText: string;
  deployed: string;
  pass: string;
  passText: (price: string, left: number) => string;
  holdsPass: (id: number) => string;
  mint: Named;
  yourGames: string;
  noGames: string;
  newGame: string;
  challenger: string;
  challengerHint: string;
  stake: Named;
  stakeHint: string;
  stakeOf: Named;
  referee: string;
  refereeHint: string;
  create: string;
  createFor: Named;
  pot: string;
  noStake: string;
  invitedYou: string;
  invitationSent: string;
  accept: Named;
  acceptFree: string;
  yourTurn: string;
  theirTurn: Named;
  expires: Named;
  /** The same where the program holds no stake. */
  expiresEmpty: Named;
  expired: string;
  expiredEmpty: string;
  markSent: string;
  place: string;
  won: (amount: string | null) => string;
  lost: (amount: string | null) => string;
  wonBy: (name: string, amount: string | null) => string;
  draw: string;
  restart: string;
  restartFor: Named;
  restartAskedByYou: string;
  restartAsked: Named;
  closeAsked: Named;
  closing: Record<Closing, string>;
  watching: string;
  otherGames: string;
  allGames: string;
  nobodyPlays: string;
  claim: string;
  cell: (row: number, column: number, mark: string) => string;
  empty: string;
  trophies: string;
  noTrophies: string;
  trophyWon: Named;
  trophyDraw: Named;
  turns: (count: number) => string;
  done: string;
  errors: Record<PlainError, string>;
  stakeNotMatched: Named;
  tooManyGames: (limit: number) => string;
  notExpired: Named;
  /** With the stake that is offered now. */
  otherTerms: (stake: string, hasReferee: boolean) => string;
  unknownError: Named;
}

const en: TicTacToeTexts = {
  title: 'Tic-tac-toe',
  intro: 'Three in a row, against anybody, for any stake. The host moves first.',
  open: 'Open a board house',
  deploy: 'Set up a board house',
  deployText: 'A program that keeps everybody’s games and trophies.',
  idLabel: 'Program id',
  turnTime: 'Seconds for a turn',
  withPass: 'Only holders of a pass play',
  passPrice: (symbol) => `Price of a pass (${symbol})`,
  passSupply: 'Number of passes',
  notWhole: 'Turns last 5 seconds to 365 days; there are 2 to 65,536 passes.',
  shareTitle: 'Invite to this board house',
  shareText: 'Whoever opens this link can watch its games, and play with a wallet.',
  deployed: 'The board house is open.',
  pass: 'Pass',
  passText: (price, left) => `Only holders of a pass play here. It costs ${price}; ${left} are left.`,
  holdsPass: (id) => `You hold pass ${id}.`,
  mint: (price) => `Take a pass for ${price}`,
  yourGames: 'Your games',
  noGames: 'You have no game here. Invite somebody.',
  newGame: 'New game',
  challenger: 'Challenger',
  challengerHint: 'The account you invite: its address, or 0x and 64 digits.',
  stake: (symbol) => `Stake (${symbol})`,
  stakeOf: (stake) => `Stake: ${stake} each`,
  stakeHint: 'Both pay it, the winner gets both. 0 plays for the trophy alone.',
  referee: 'Referee (optional)',
  refereeHint: 'Puts down the marks that the players send.',
  create: 'Invite',
  createFor: (stake) => `Invite for ${stake}`,
  pot: 'Pot',
  noStake: 'no stake',
  invitedYou: 'You are invited.',
  invitationSent: 'The challenger has to accept.',
  accept: (stake) => `Accept for ${stake}`,
  acceptFree: 'Accept',
  yourTurn: 'Your turn',
  theirTurn: (name) => `${name} is to move`,
  expires: (moment) => `From ${moment} on anybody may close it; stakes then go back.`,
  expiresEmpty: (moment) => `From ${moment} on anybody may close it.`,
  expired: 'It has expired: anybody may close it; stakes then go back.',
  expiredEmpty: 'It has expired: anybody may close it.',
  markSent: 'The mark waits for the referee.',
  place: 'Put down the mark',
  won: (amount) => (amount ? `You won ${amount}` : 'You won'),
  lost: (amount) => (amount ? `You lost ${amount}` : 'You lost'),
  wonBy: (name, amount) => (amount ? `${name} won ${amount}` : `${name} won`),
  draw: 'A draw',
  restart: 'Play again',
  restartFor: (stake) => `Play again for ${stake}`,
  restartAskedByYou: 'You want to play again, and have paid for it. The other player has to want it, too.',
  restartAsked: (name) => `${name} wants to play again.`,
  closeAsked: (name) => `${name} offers to call the game off.`,
  closing: {
    withdraw: 'Withdraw the invitation',
    decline: 'Decline the invitation',
    putAway: 'Put the game away',
    annul: 'Call it off: each gets the stake back',
    offer: 'Offer to call it off: each gets the stake back',
    agree: 'Agree to call it off: each gets the stake back',
    expired: 'Close the expired game',
  },
  watching: 'You are watching. To play, choose an account.',
  otherGames: 'Other games here',
  allGames: 'Games here',
  nobodyPlays: 'Nobody plays here yet.',
  claim: 'Claim the time-out',
  cell: (row, column, mark) => `Row ${row}, column ${column}: ${mark}`,
  empty: 'empty',
  trophies: 'Trophies',
  noTrophies: 'None yet. A win earns one, a draw earns one for both.',
  trophyWon: (name) => `Won against ${name}`,
  trophyDraw: (name) => `Drawn with ${name}`,
  turns: (count) => `${count} turns`,
  done: 'Done.',
  errors: {
    noPasses: 'There are no passes here: everybody may play.',
    passHeld: 'You hold a pass already, and one is enough.',
    passesSoldOut: 'All passes are taken.',
    priceNotMet: 'A pass costs more than what was attached.',
    passNeeded: 'Only holders of a pass play here. Take one first.',
    refereeNeedsPass: 'The referee holds no pass. It has to take one first.',
    selfPlay: 'You can’t play against yourself. Invite somebody else.',
    refereePlays: 'The referee must be neither of the players.',
    noSuchReferee: 'The zero account can’t referee. Name another, or none.',
    stakeTooHigh: 'The stake is more than there can be.',
    gameExists: 'You host a game with this challenger already. Play it, or close it first.',
    noRoom: 'There is no room for another game. Close one that is over, or wait.',
    noSuchGame: 'There is no such game any more.',
    notYourGame: 'This is not your game.',
    alreadyAccepted: 'This game was accepted already.',
    notAccepted: 'The challenger has to accept first.',
    gameOver: 'The game is over. Play again, or close it.',
    notYourTurn: 'It is not your turn.',
    markWaits: 'You have sent your mark. The referee has to put it down.',
    noSuchCell: 'There is no such cell.',
    cellTaken: 'This cell is taken. Choose another.',
    notReferee: 'Only the referee may put down marks.',
    noMarkSent: 'No mark waits to be put down.',
    alreadyAsked: 'You have asked already. The other player has to ask, too.',
    ownTurn: 'It is your own turn: there is nothing to claim.',
    opponentAbsent:
      'The other player has not acted since you started the game, so no clock runs. Wait, or call it off.',
    turnNotOver: 'There is time left. Wait for the countdown.',
  },
  stakeNotMatched: (stake) => `The stake is ${stake}, and must be matched exactly. Try again.`,
  tooManyGames: (limit) => `You host ${limit} games already. Close one of them first.`,
  notExpired: (moment) => `This is not your game. Others may close it from ${moment} on.`,
  otherTerms: (stake, hasReferee) =>
    `The host offers other terms now: a stake of ${stake}, ${hasReferee ? 'with a referee' : 'without a referee'}. Look at the game again, then accept.`,
  unknownError: (name) => `The program refused: ${name}.`,
};

const zh: TicTacToeTexts = {
  title: '井字棋',
  intro: '三子连线，与任何人对局，赌注不限。主方先行。',
  open: '打开棋馆',
  deploy: '开一间棋馆',
  deployText: '一个保管所有人对局和奖杯的程序。',
  idLabel: '程序编号',
  turnTime: '每步秒数',
  withPass: '只有持通行证者可以下棋',
  passPrice: (symbol) => `通行证价格（${symbol}）`,
  passSupply: '通行证数量',
  notWhole: '每步 5 秒到 365 天；通行证 2 到 65,536 张。',
  shareTitle: '邀请朋友来这间棋馆',
  shareText: '打开这个链接就能观看对局，有钱包就能参加。',
  deployed: '棋馆已开放。',
  pass: '通行证',
  passText: (price, left) => `这里只有持通行证者可以下棋。每张 ${price}，还剩 ${left} 张。`,
  holdsPass: (id) => `你持有 ${id} 号通行证。`,
  mint: (price) => `支付 ${price} 领取通行证`,
  yourGames: '你的对局',
  noGames: '你在这里没有对局。邀请一位朋友吧。',
  newGame: '新对局',
  challenger: '挑战者',
  challengerHint: '你邀请的账户：它的地址，或 0x 加 64 位数字。',
  stake: (symbol) => `赌注（${symbol}）`,
  stakeOf: (stake) => `赌注：每人 ${stake}`,
  stakeHint: '双方各付一份，胜者全得。0 只为奖杯而战。',
  referee: '裁判（可选）',
  refereeHint: '由裁判落下双方送出的棋子。',
  create: '邀请',
  createFor: (stake) => `支付 ${stake} 邀请`,
  pot: '奖池',
  noStake: '无赌注',
  invitedYou: '有人邀请你。',
  invitationSent: '等待挑战者接受。',
  accept: (stake) => `支付 ${stake} 接受`,
  acceptFree: '接受',
  yourTurn: '轮到你了',
  theirTurn: (name) => `轮到${name}`,
  expires: (moment) => `${moment} 之后任何人都可以结束它，赌注退回。`,
  expiresEmpty: (moment) => `${moment} 之后任何人都可以结束它。`,
  expired: '已过期：任何人都可以结束它，赌注退回。',
  expiredEmpty: '已过期：任何人都可以结束它。',
  markSent: '棋子等待裁判落下。',
  place: '落下棋子',
  won: (amount) => (amount ? `你赢了 ${amount}` : '你赢了'),
  lost: (amount) => (amount ? `你输了 ${amount}` : '你输了'),
  wonBy: (name, amount) => (amount ? `${name}赢得 ${amount}` : `${name}获胜`),
  draw: '平局',
  restart: '再来一局',
  restartFor: (stake) => `支付 ${stake} 再来一局`,
  restartAskedByYou: '你想再来一局，并已付款。等对方同意。',
  restartAsked: (name) => `${name}想再来一局。`,
  closeAsked: (name) => `${name}提议取消对局。`,
  closing: {
    withdraw: '撤回邀请',
    decline: '谢绝邀请',
    putAway: '收起这一局',
    annul: '取消对局：双方取回赌注',
    offer: '提议取消：双方取回赌注',
    agree: '同意取消：双方取回赌注',
    expired: '结束这盘过期的对局',
  },
  watching: '你正在观看。要参加，请选择一个账户。',
  otherGames: '这里的其他对局',
  allGames: '这里的对局',
  nobodyPlays: '还没有人在这里下棋。',
  claim: '判对手超时',
  cell: (row, column, mark) => `第 ${row} 行第 ${column} 列：${mark}`,
  empty: '空',
  trophies: '奖杯',
  noTrophies: '还没有。获胜得一座，平局双方各得一座。',
  trophyWon: (name) => `战胜${name}`,
  trophyDraw: (name) => `与${name}战平`,
  turns: (count) => `${count} 步`,
  done: '完成。',
  errors: {
    noPasses: '这里不需要通行证，人人可以下棋。',
    passHeld: '你已经有通行证，一张就够。',
    passesSoldOut: '通行证已经领完。',
    priceNotMet: '附带的金额不够通行证的价格。',
    passNeeded: '这里只有持通行证者可以下棋。请先领取。',
    refereeNeedsPass: '裁判没有通行证，必须先领取。',
    selfPlay: '不能与自己对局。请邀请别人。',
    refereePlays: '裁判不能是对局双方。',
    noSuchReferee: '零账户不能当裁判。请换一个，或不设裁判。',
    stakeTooHigh: '赌注超出上限。',
    gameExists: '你已与这位挑战者有一局。请下完，或先结束它。',
    noRoom: '没有空间容纳新对局。请等有对局结束。',
    noSuchGame: '这一局已不存在。',
    notYourGame: '这不是你的对局。',
    alreadyAccepted: '这一局已被接受。',
    notAccepted: '挑战者必须先接受。',
    gameOver: '对局已结束。再来一局，或结束它。',
    notYourTurn: '还没轮到你。',
    markWaits: '你已送出棋子，等裁判落下。',
    noSuchCell: '没有这个格子。',
    cellTaken: '这个格子已被占。请另选一个。',
    notReferee: '只有裁判可以落下棋子。',
    noMarkSent: '没有等待落下的棋子。',
    alreadyAsked: '你已经提出，等对方同意。',
    ownTurn: '轮到你自己，没有超时可判。',
    opponentAbsent: '你开局后对方还没有行动，因此没有计时。请等待，或取消对局。',
    turnNotOver: '还有时间。请等倒计时。',
  },
  stakeNotMatched: (stake) => `赌注是 ${stake}，必须完全一致。请重试。`,
  tooManyGames: (limit) => `你已主持 ${limit} 局。请先结束其中一局。`,
  notExpired: (moment) => `这不是你的对局。${moment} 之后其他人才可以结束它。`,
  otherTerms: (stake, hasReferee) =>
    `主方现在给出了不同的条件：赌注 ${stake}，${hasReferee ? '有裁判' : '没有裁判'}。请重新查看后再接受。`,
  unknownError: (name) => `程序拒绝：${name}。`,
};

const TEXTS: Record<Language, TicTacToeTexts> = { en, 'zh-CN': zh };

export function useTicTacToeTexts(): TicTacToeTexts {
  return TEXTS[useTexts().language];
}

/** Why an action was refused, and what to do next. */
export function sentenceOf(error: TicTacToeError, t: TicTacToeTexts, f: Formats): string {
  switch (error.kind) {
    case 'tooManyGames':
      return t.tooManyGames(error.limit);
    case 'notExpired':
      return t.notExpired(f.moment(error.expires));
    case 'stakeNotMatched':
      return t.stakeNotMatched(f.amount(error.stake));
    case 'otherTerms':
      return t.otherTerms(f.amount(error.stake), error.referee !== null);
    case 'unknown':
      return t.unknownError(error.name);
    default:
      return t.errors[error.kind];
  }
}
