import { useTexts } from '../i18n';
import type { Formats } from '../i18n/formats';
import type { Language, Messages } from '../i18n/messages';
import type { NotOpened } from './open';

const en = {
  title: 'Open tables',
  running: 'Playing now',
  free: 'Free',
  untitled: 'A table without a title',
  duel: 'Duel',
  knockout: (seats: number) => `Knockout of ${seats}`,
  open: 'Open a listed table',
  refresh: 'Reading the tables',
  none: 'No table is listed yet. Open the first one: whoever comes next finds it.',
  noneOpen: 'Everybody is playing at the moment.',
  count: (count: number) => (count === 1 ? '1 table' : `${count} tables`),
  more: 'Show more tables',
  sitDown: 'Sit down',
  watch: 'Watch',
  ownSeat: 'To your seat',
  /** What a button of a table's does, for those who hear it alone. */
  at: (what: string, title: string) => `${what}: ${title}`,
  unknownCode: 'Unknown code',
  unknownCodeTitle: 'The code of this house is no release that this page knows',
  unknownCodeText:
    'Its tables may be no game at all, and keep what you pay. “Play a stranger” sits down at none of them. Play there only if you trust whoever deployed it.',
  unfair: 'Not for strangers',
  house: (id: string) => `House ${id}`,
  unread: 'Reading…',
  unreadable: 'The node can’t tell how this table stands. It is asked again.',
  partial: 'A part of the list could not be read. It is asked for again.',
  failedTitle: 'The tables can’t be read',
  absentTitle: 'There is no such house here',
  absentText:
    'The chain knows no program with this id. Perhaps the link is for another network, or the development node was started again: it forgets everything when it stops.',
  otherTitle: 'This program is not a house of this game',
  otherText: 'Its metadata differs from what this page was built with.',
  empty: 'Nobody has a seat yet',
  /** Who has a seat there. */
  there: (names: string, count: number) => (count === 1 ? `${names} is there` : `${names} are there`),
  startsSoon: 'About to start',
  over: 'Time is up',
  games: (count: number) => (count === 1 ? '1 game so far' : `${count} games so far`),
  play: {
    mostBet: (symbol: string) => `Most I would bet (${symbol})`,
    mostBetHint: '0 plays for nothing.',
    otherBet: 'Other',
    /** What it would do now. */
    next: (title: string, taken: number, seats: number) =>
      `The next seat is at “${title}”: ${taken} of ${seats} taken.`,
    own: (title: string) => `You have a seat at “${title}”.`,
    openNew: (bet: string | null) =>
      `No open table fits. A duel ${bet ? `for ${bet}` : 'without a bet'} is opened for you, and listed, and you wait there.`,
    otherTable: (bet: string) => `For more than ${bet}, use “Open a listed table”.`,
    /** What a press takes, on the button. */
    now: (all: string, back: string) => `${all} now, about ${back} comes back`,
    nowEach: (all: string | null, message: string) =>
      `${all ? `${all} now, and ` : ''}about ${message} of fees for each message`,
    nowPaid: (all: string | null) => (all ? `${all} now, fees are paid for` : 'Fees are paid for'),
    details: 'What that is made of',
    /** In all, and of what that is made; with gas that is laid aside. */
    takes: (all: string, bet: string | null, gas: string, back: string, table: string) =>
      `Takes ${all}: ${bet ? `${bet} bet, ` : ''}${gas} for gas and fees (about ${back} comes back after a game of one round), ${table} for the table.`,
    takesEach: (all: string, bet: string | null, table: string, message: string, held: string) =>
      `Takes ${all}: ${bet ? `${bet} bet, ` : ''}${table} for the table; and about ${message} of gas for each message. Up to ${held} more is held for a while, for the table’s clock.`,
    twice: 'Your wallet signs twice: for the table, and for the seat.',
    each: 'Your wallet signs for the table, for the seat, and each message after that.',
    short: (has: string, needs: string) =>
      `The account has ${has}, and opening a table and playing there takes ${needs}. Nothing is paid.`,
    openedOnly:
      'Your table is open, paid for and listed, but you have no seat there yet. Press once more for the seat.',
    button: 'Play for free',
    buttonFor: (bet: string) => `Play for ${bet}`,
    buttonOpen: (bet: string | null) => (bet ? `Open a duel for ${bet}` : 'Open a free duel'),
    buttonOwn: 'To your seat',
    unknown: 'The code of this house is unknown, so this page sits you down at none of its tables.',
    taken: 'That seat has just been taken: on to the next table.',
    noSeat: 'The seat was taken before you, and no other fits. No bet was paid. See above what fits now.',
    unreadable:
      'Not all tables can be read now, and you may have a seat at one of those. No seat was taken, and no table opened: no bet or deposit was paid.',
    needAccount: 'You choose an account first',
  },
  opening: {
    intro: 'The house creates the table, so that everybody knows its code, and lists it for strangers to find.',
    name: 'Title',
    nameHint: 'What the list calls it; may be empty.',
    cost: (all: string, fee: string, deposit: string) =>
      `Opening it takes ${all}: ${fee} of fees, and a deposit of ${deposit} that stays with the table.`,
    reckoning: 'Asking what it costs…',
    done: 'Your table is open, and listed.',
    needAccount: 'To open a table, choose an account.',
    submit: 'Open the table',
  },
  listed: {
    text: 'Whoever looks for a game finds this table.',
    called: (title: string) => `It is called “${title}”.`,
  },
  errors: {
    notFair: 'A house lists duels, of two seats, and knockouts of 4, 8, 16, 32, 64 or 128. Set up others by yourself.',
    titleTooLong: 'A title has at most 64 bytes.',
    badTitle: 'A title has no control characters, and none that change the direction of writing.',
    notListed: 'The house does not list this table, or not any more.',
    notYours: 'Only whoever has opened a table takes it off the list.',
    startGasTooLow: 'The table’s start would get less gas than it takes. Try again.',
    outOfGas: 'Opening a table takes more gas than was sent along.',
    notStarted:
      'The table could not start: the chain does not have the code of this house’s tables. The deposit is back.',
    untold:
      'Whether the table has started can’t be told. Look for it in the lobby before you open another: its deposit may be paid.',
    depositMissing: (needed: string) => `The chain asks a deposit of ${needed} for a table.`,
    unknown: (name: string) => `The house refuses: ${name}.`,
  },
};

export type HouseTexts = typeof en;

const zh: HouseTexts = {
  title: '可入座的牌桌',
  running: '正在进行',
  free: '免费',
  untitled: '没有名称的牌桌',
  duel: '对决',
  knockout: (seats) => `${seats} 人淘汰赛`,
  open: '开一张公开牌桌',
  refresh: '正在读取牌桌',
  none: '还没有列出任何牌桌。开第一张吧：下一个来的人会找到它。',
  noneOpen: '现在大家都在对局中。',
  count: (count) => `${count} 张牌桌`,
  more: '显示更多牌桌',
  sitDown: '入座',
  watch: '观看',
  ownSeat: '到你的座位',
  at: (what, title) => `${what}：${title}`,
  unknownCode: '代码未知',
  unknownCodeTitle: '这个大厅的代码不是本页面所知的发布版本',
  unknownCodeText:
    '它的牌桌可能根本不是这个游戏，并会扣下你付的钱。“和陌生人玩”不会在那里入座。只有信任部署者时才在那里玩。',
  unfair: '不适合陌生人',
  house: (id) => `大厅 ${id}`,
  unread: '正在读取…',
  unreadable: '节点无法说明这张牌桌的状况。会再次询问。',
  partial: '列表有一部分没能读到。会再次询问。',
  failedTitle: '无法读取牌桌',
  absentTitle: '这里没有这个大厅',
  absentText: '链上没有这个 ID 的程序。也许链接属于另一个网络，或者开发节点重启过：它停止时会忘记一切。',
  otherTitle: '这个程序不是本游戏的大厅',
  otherText: '它的元数据与构建本页面时的不同。',
  empty: '还没有人入座',
  there: (names) => `${names}在座`,
  startsSoon: '即将开始',
  over: '时间到',
  games: (count) => `已玩 ${count} 局`,
  play: {
    mostBet: (symbol) => `我最多下注（${symbol}）`,
    mostBetHint: '0 表示不下注。',
    otherBet: '其他',
    next: (title, taken, seats) => `下一个座位在“${title}”：${seats} 个座位已坐 ${taken} 个。`,
    own: (title) => `你在“${title}”有座位。`,
    openNew: (bet) =>
      `没有合适的空位牌桌。会为你新开一张${bet ? `下注 ${bet} 的` : '免费的'}对决并列出来，你在那里等候。`,
    otherTable: (bet) => `想下注超过 ${bet}，请用“开一张公开牌桌”。`,
    now: (all, back) => `现在付 ${all}，约 ${back} 会退回`,
    nowEach: (all, message) => `${all ? `现在付 ${all}，` : ''}每步手续费约 ${message}`,
    nowPaid: (all) => (all ? `现在付 ${all}，手续费已有人付` : '手续费已有人付'),
    details: '费用明细',
    takes: (all, bet, gas, back, table) =>
      `共需 ${all}：${bet ? `赌注 ${bet}，` : ''}燃料费和手续费 ${gas}（一轮结束的对局之后约可取回 ${back}），牌桌 ${table}。`,
    takesEach: (all, bet, table, message, held) =>
      `共需 ${all}：${bet ? `赌注 ${bet}，` : ''}牌桌 ${table}；另外每条消息约 ${message} 的燃料费。最多 ${held} 会为牌桌的时钟暂时冻结，随后退回。`,
    twice: '钱包会签名两次：一次开牌桌，一次入座。',
    each: '开牌桌、入座和之后的每条消息都由钱包签名。',
    short: (has, needs) => `账户有 ${has}，而开一张牌桌并在那里玩需要 ${needs}。不会支付任何费用。`,
    openedOnly: '你的牌桌已开、已付费并已列出，但你还没有座位。再按一次即可入座。',
    button: '免费玩一局',
    buttonFor: (bet) => `下注 ${bet}，开始`,
    buttonOpen: (bet) => (bet ? `开一张下注 ${bet} 的对决` : '开一张免费的对决'),
    buttonOwn: '到你的座位',
    unknown: '这个大厅的代码未知，所以本页面不会在它的任何牌桌为你入座。',
    taken: '那个座位刚被别人坐了：去下一张牌桌。',
    noSeat: '那个座位先被别人坐了，也没有其他合适的座位。没有支付赌注。请看上面现在有什么合适的。',
    unreadable: '现在无法读取所有牌桌，而你可能在其中一张有座位。没有入座，也没有开新牌桌：没有支付任何赌注或押金。',
    needAccount: '先选择一个账户',
  },
  opening: {
    intro: '牌桌由大厅创建，所以人人都知道它的代码；大厅会把它列出来，让陌生人找到。',
    name: '名称',
    nameHint: '列表中的名称，可以留空。',
    cost: (all, fee, deposit) => `开牌桌需要 ${all}：手续费 ${fee}，以及留在牌桌里的押金 ${deposit}。`,
    reckoning: '正在询问费用…',
    done: '你的牌桌已开，并已列出。',
    needAccount: '要开牌桌，请选择一个账户。',
    submit: '开牌桌',
  },
  listed: {
    text: '找对局的人会看到这张牌桌。',
    called: (title) => `它叫“${title}”。`,
  },
  errors: {
    notFair: '大厅只列出两人对决，以及 4、8、16、32、64 或 128 人的淘汰赛。其他的请自己另开。',
    titleTooLong: '名称最多 64 字节。',
    badTitle: '名称里不能有控制字符，也不能有改变书写方向的字符。',
    notListed: '大厅没有列出这张牌桌，或者不再列出。',
    notYours: '只有开牌桌的人才能把它从列表中撤下。',
    startGasTooLow: '给新牌桌启动的燃料不够。请再试一次。',
    outOfGas: '开牌桌需要的燃料比附带的多。',
    notStarted: '牌桌没能启动：链上没有这个大厅的牌桌代码。押金已退回。',
    untold: '无法得知牌桌是否已启动。再开一张之前，请先在大厅里找找它：押金可能已经支付。',
    depositMissing: (needed) => `链要求为一张牌桌交 ${needed} 的押金。`,
    unknown: (name) => `大厅拒绝：${name}。`,
  },
};

const TEXTS: Record<Language, HouseTexts> = { en, 'zh-CN': zh };

export function useHouseTexts(): HouseTexts {
  return TEXTS[useTexts().language];
}

/** Why a house has opened no table. */
export function refusalOf({ why }: NotOpened, t: HouseTexts, m: Messages, f: Formats): string {
  switch (why.kind) {
    case 'badConfig':
      return m.config.problems[why.problem];
    case 'depositMissing':
      return t.errors.depositMissing(f.amount(why.needed));
    case 'unknown':
      return t.errors.unknown(why.name);
    default:
      return t.errors[why.kind];
  }
}
