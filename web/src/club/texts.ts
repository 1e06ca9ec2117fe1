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
  refresh: 'Loading the tables',
  none: 'No table is listed yet. Open the first one: the next player will find it.',
  noneOpen: 'Everybody is playing at the moment.',
  count: (count: number) => (count === 1 ? '1 table' : `${count} tables`),
  more: 'Show more tables',
  enter: 'Enter',
  watch: 'Watch',
  ownSeat: 'To your seat',
  /** Names a table's button for screen readers. */
  at: (what: string, title: string) => `${what}: ${title}`,
  unknownCode: 'Unknown code',
  unknownCodeTitle: 'This may not be the real club',
  unknownCodeText:
    'Its tables may keep your money, so “Play a stranger” takes no seat there. Play there only if you trust whoever set it up.',
  unfair: 'Not for strangers',
  club: (id: string) => `Club ${id}`,
  unread: 'Loading…',
  unreadable: 'This table can’t be read now. The page tries again.',
  partial: 'A part of the list can’t be read now. The page tries again.',
  failedTitle: 'The tables can’t be read',
  absentTitle: 'There is no such club here',
  absentText:
    'Nothing on this network has this id. The link may be for another network, or for a development node that was restarted: it then forgets everything.',
  otherTitle: 'This program is not a club of this game',
  otherText: 'It may be another program, or another version. Open it with the page that belongs to it.',
  empty: 'Nobody has a seat yet',
  /** The players who have a seat there. */
  there: (names: string, count: number) => (count === 1 ? `${names} is there` : `${names} are there`),
  startsSoon: 'About to start',
  over: 'Time is up',
  games: (count: number) => (count === 1 ? '1 game so far' : `${count} games so far`),
  play: {
    mostBet: (symbol: string) => `Most I would bet (${symbol})`,
    mostBetHint: '0 is a free game.',
    otherBet: 'Other',
    /** What the button would do now. `who` has a seat there. */
    next: (who: string, count: number, title: string) =>
      count === 0
        ? `The next seat is at “${title}”, where nobody is yet.`
        : `${who} ${count === 1 ? 'waits' : 'wait'} at “${title}”.`,
    /** How many must come after the viewer. */
    lacking: (what: string, count: number) =>
      `${what}: ${count === 1 ? 'one more player is' : `${count} more players are`} needed after you.`,
    own: (title: string) => `You have a seat at “${title}”.`,
    openNew: (bet: string | null) =>
      `No open table fits, so you open a ${bet ? `duel for ${bet}` : 'free duel'}, and wait there for a stranger.`,
    otherTable: (bet: string) => `For more than ${bet}, use “Open a listed table”.`,
    /** The price of a press, on the button. */
    now: (all: string, stays: string) => `${all} now, your purse keeps ${stays}`,
    nowFilling: (all: string, stays: string) => `${all} now, ${stays} of it stays in your purse`,
    /** `all` includes the fees of the whole game. */
    nowEach: (all: string, held: string) => `About ${all} in all; up to ${held} more comes back`,
    nowFree: (fees: string, held: string) => `No bet, about ${fees} in fees; up to ${held} more comes back`,
    nowPaid: (all: string | null) => (all ? `${all} now, fees are prepaid` : 'Fees are prepaid'),
    details: 'Price in detail',
    /** The whole price and its parts, if a purse pays for what follows. */
    takes: (all: string, bet: string | null, fees: string, table: string, fill: string | null, stays: string) =>
      `Takes ${all}: ${bet ? `${bet} bet, ` : ''}${table} for the table, ${fees} in fees${fill ? `, ${fill} for your purse` : ''}. The purse keeps about ${stays}.`,
    takesEach: (all: string, bet: string | null, table: string, fees: string, held: string) =>
      `Takes about ${all}: ${bet ? `${bet} bet, ` : ''}${table} for the table, ${fees} in fees. Up to ${held} more is held for a while, and comes back.`,
    twice: 'Your wallet signs twice: for the table, and for the seat.',
    each: 'Your wallet signs for the table, for the seat, and for each message after that.',
    short: (has: string, needs: string) =>
      `The account has ${has}, and opening a table and playing there takes ${needs}.`,
    openedOnly: 'Your table is open and paid for, but you have no seat there yet. Press once more for the seat.',
    button: 'Play without a bet',
    buttonFor: (bet: string) => `Play for ${bet}`,
    buttonOpen: (bet: string | null) => (bet ? `Open a duel for ${bet}` : 'Open a duel without a bet'),
    buttonOwn: 'To your seat',
    unknown: 'This page does not know this club’s code, so it takes no seat for you at its tables.',
    taken: 'That seat has just been taken: on to the next table.',
    noSeat:
      'Someone took that seat first, and no other table fits your bet. You have not paid anything; pick again above.',
    unreadable:
      'Some tables can’t be read now, and you may have a seat at one of them. You paid no bet, and nothing for a table: try again soon.',
    needAccount: 'Choose an account to play',
  },
  opening: {
    intro: 'The club makes your table and lists it, so strangers can trust its rules.',
    name: 'Title',
    nameHint: 'The list shows it. You can leave it empty.',
    cost: (all: string, fee: string, deposit: string) =>
      `Opening it takes ${all}: ${fee} of fees, and ${deposit} that stays with the table for good.`,
    done: 'Your table is open, and listed.',
    needAccount: 'To open a table, choose an account.',
    submit: 'Open the table',
  },
  listed: {
    text: 'Strangers can find this table.',
    called: (title: string) => `It is called “${title}”.`,
  },
  errors: {
    notFair: 'A club lists knockouts of 2, 4, 8, 16, 32, 64 or 128. For others, set up your own table.',
    titleTooLong: 'This title is too long: it can have 64 bytes.',
    badTitle: 'This title has invisible characters. Remove them.',
    startGasTooLow: 'No table was opened: too little was set aside for its start. Try again.',
    outOfGas: 'No table was opened: it costs more than was set aside. Try again.',
    notStarted: 'The table could not start: the club is incomplete. Your money is back, less the fees.',
    untold:
      'It is not known whether the table has started. Look for it in the list before you open another: you may have paid for it.',
    depositMissing: (needed: string) => `No table was opened: the chain takes ${needed} for one. Try again.`,
    unknown: (name: string) => `The club refused: ${name}.`,
  },
};

export type ClubTexts = typeof en;

const zh: ClubTexts = {
  title: '可入座的牌桌',
  running: '正在进行',
  free: '免费',
  untitled: '没有名称的牌桌',
  duel: '对决',
  knockout: (seats) => `${seats} 人淘汰赛`,
  open: '开一张公开牌桌',
  refresh: '正在加载牌桌',
  none: '还没有公开的牌桌。开第一张吧：下一个来的人会看到它。',
  noneOpen: '现在大家都在对局中。',
  count: (count) => `${count} 张牌桌`,
  more: '显示更多牌桌',
  enter: '进入',
  watch: '观看',
  ownSeat: '到你的座位',
  at: (what, title) => `${what}：${title}`,
  unknownCode: '代码未知',
  unknownCodeTitle: '本页不认识这个大厅的代码',
  unknownCodeText: '它的牌桌可能吞掉你的钱，所以“和陌生人玩”不会在那里入座。信得过开设它的人再玩。',
  unfair: '不适合陌生人',
  club: (id) => `大厅 ${id}`,
  unread: '正在加载…',
  unreadable: '现在读不到这张牌桌，本页会再试。',
  partial: '列表有一部分读不到，本页会再试。',
  failedTitle: '无法读取牌桌',
  absentTitle: '这里没有这个大厅',
  absentText: '这个网络上没有这个编号。链接可能属于另一个网络，也可能开发节点重启过，数据都没了。',
  otherTitle: '这个程序不是本游戏的大厅',
  otherText: '它可能是别的程序，或另一个版本。请用与它配套的页面打开。',
  empty: '还没有人入座',
  there: (names) => `${names}在座`,
  startsSoon: '即将开始',
  over: '时间到',
  games: (count) => `已玩 ${count} 局`,
  play: {
    mostBet: (symbol) => `我最多押注（${symbol}）`,
    mostBetHint: '0 就是免费局。',
    otherBet: '其他',
    next: (who, count, title) => (count === 0 ? `下一个座位在“${title}”，那里还没有人。` : `${who}在“${title}”等着。`),
    lacking: (what, count) => `${what}：你之后还差 ${count} 人。`,
    own: (title) => `你在“${title}”有座位。`,
    openNew: (bet) => `没有合适的空位，所以你来开一场${bet ? `押注 ${bet} 的` : '免费的'}对决，在那里等陌生人。`,
    otherTable: (bet) => `想押注超过 ${bet}，请用“开一张公开牌桌”。`,
    now: (all, stays) => `现在付 ${all}，钱袋里还剩 ${stays}`,
    nowFilling: (all, stays) => `现在付 ${all}，其中 ${stays} 留在你的钱袋里`,
    nowEach: (all, held) => `共约 ${all}；另外最多 ${held} 会退回`,
    nowFree: (fees, held) => `没有押注，手续费约 ${fees}；另外最多 ${held} 会退回`,
    nowPaid: (all) => (all ? `现在付 ${all}，手续费已预付` : '手续费已预付'),
    details: '费用明细',
    takes: (all, bet, fees, table, fill, stays) =>
      `共需 ${all}：${bet ? `押注 ${bet}，` : ''}牌桌 ${table}，手续费 ${fees}${fill ? `，钱袋 ${fill}` : ''}。钱袋里约剩 ${stays}。`,
    takesEach: (all, bet, table, fees, held) =>
      `共约 ${all}：${bet ? `押注 ${bet}，` : ''}牌桌 ${table}，手续费 ${fees}。另外最多 ${held} 会暂时冻结，随后退回。`,
    twice: '钱包会签名两次：一次开牌桌，一次入座。',
    each: '开牌桌、入座和之后的每条消息都由钱包签名。',
    short: (has, needs) => `账户有 ${has}，而开一张牌桌并在那里玩需要 ${needs}。`,
    openedOnly: '你的牌桌已经开好并付费，但你还没有座位。再按一次即可入座。',
    button: '不押注，玩一局',
    buttonFor: (bet) => `押注 ${bet}，开始`,
    buttonOpen: (bet) => (bet ? `开一场押注 ${bet} 的对决` : '开一场不押注的对决'),
    buttonOwn: '到你的座位',
    unknown: '本页不认识这个大厅的代码，所以不会在它的牌桌为你入座。',
    taken: '那个座位刚被别人坐了：去下一张牌桌。',
    noSeat: '座位被别人先坐了，也没有其他适合你押注的牌桌。你什么都没有付：请在上面再选一次。',
    unreadable: '有些牌桌现在读不到，而你可能在其中一张有座位。你没有付押注，也没有付开桌的钱：请稍后再试。',
    needAccount: '选择一个账户来玩',
  },
  opening: {
    intro: '大厅会开好牌桌并列出来，陌生人可以放心它的规则。',
    name: '名称',
    nameHint: '会显示在列表中，可以留空。',
    cost: (all, fee, deposit) => `开牌桌需要 ${all}：手续费 ${fee}，另有 ${deposit} 留在牌桌里，不再退还。`,
    done: '你的牌桌已经开好，列表里看得到。',
    needAccount: '要开牌桌，请选择一个账户。',
    submit: '开牌桌',
  },
  listed: {
    text: '陌生人能看到这张牌桌。',
    called: (title) => `它叫“${title}”。`,
  },
  errors: {
    notFair: '大厅只列出 2、4、8、16、32、64 或 128 人的淘汰赛。其他的请自己开一桌。',
    titleTooLong: '名称太长：最多 64 字节，约 21 个汉字。',
    badTitle: '名称里有看不见的字符，请删掉。',
    startGasTooLow: '没有开牌桌：留给它启动的费用不够。请重试。',
    outOfGas: '没有开牌桌：留出的费用不够。请重试。',
    notStarted: '牌桌没能启动：链上没有这个大厅的牌桌代码。钱已退回，手续费除外。',
    untold: '不知道牌桌是否已启动。再开一张之前，请先在列表里找找它：你可能已经付了费。',
    depositMissing: (needed) => `没有开牌桌：链要为它收 ${needed}。请重试。`,
    unknown: (name) => `大厅拒绝了：${name}。`,
  },
};

const TEXTS: Record<Language, ClubTexts> = { en, 'zh-CN': zh };

export function useClubTexts(): ClubTexts {
  return TEXTS[useTexts().language];
}

/** Says why a club opened no table. */
export function refusalOf({ why }: NotOpened, t: ClubTexts, m: Messages, f: Formats): string {
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
