import type { Language } from './messages';
import { useTexts } from '.';

/** What no first screen says. It comes with the chain's code, so that a first move waits for fewer texts. */
const en = {
  /** A move that has to be shown at a table that the page can’t read. */
  sealed: {
    safe: (table: string) => `A move that you sealed at ${table} is safe in this browser`,
    noNode: 'No node answers, so the page can’t see whether it has to be shown. It looks as soon as one does.',
    noNodeUntil: (moment: string) =>
      `No node answers, so the page can’t see whether it has to be shown. Be connected by ${moment}, or you may lose the bet.`,
    unread: (table: string) => `Your sealed move at ${table} may have to be shown`,
    otherRelease: (release: string) =>
      `That table belongs to release ${release}, which this page can’t read. Open the page of that release, or you may lose the bet.`,
    other:
      'This page can’t read that table. Open the page in which you chose the move, or save the move and show it with the terminal’s rpsls, or you may lose the bet.',
    absent: 'This node does not know the table. If you had a bet in it, choose another node.',
    open: (release: string) => `Open the page of ${release}`,
  },
  /** What has happened to a link on its way. */
  damage: {
    encoded: {
      title: 'The link was damaged, and works again',
      text: 'A mail program or a messenger has changed it. The page has put it right: look whether this is where you meant to go.',
    },
    logged: {
      title: 'Others may have this guest’s key',
      text: 'A mail program or a messenger has changed the link, so its key went to the page’s host, whose log may keep it. You can play. To be safe, ask your host to take this link back and send another.',
    },
    cut: {
      title: 'The end of this link is missing',
      text: 'It has fewer digits than an id or a guest’s key has. Ask whoever sent it to send it again, or copy all of it.',
    },
  },
  takeBackLink: (name: string) => `Withdraw the link of ${name}`,
  takeBackHint: 'If somebody else may have seen a link, take it back and make another: its key then pays for nothing.',
  /** What became of a file. */
  saved: {
    shared: (name: string) => `${name} is passed on.`,
    downloaded: (name: string) => `The browser was asked to save ${name}. Is there no such file?`,
    copied: (name: string) => `This browser saves no files, so the text of ${name} is copied. Paste it into a note.`,
    kept: (name: string) => `This browser lets no file out of the page, so ${name} is not saved.`,
    copyInstead: 'Copy the text instead',
  },
  /** Why the page can’t reach an address. */
  unreachable: {
    noAddress: 'The address of a node begins with ws:// or wss://.',
    fragment: 'The address of a node has no part behind a #. Leave it out.',
    credentials: 'Links to tables would pass on the name and password in this address. Use one without them.',
    everywhere:
      'A node listens at 0.0.0.0, but nobody reaches it there: take 127.0.0.1 on the same machine, or that machine’s own address.',
    unsafe:
      'This page came encrypted, so the browser lets it reach ws:// addresses on this machine only. Use a wss:// address, or open the page from the node’s machine.',
    refused: 'The browser refuses to connect to this address. Nothing was sent there.',
  },
  nowhereFar: (url: string) =>
    `Nothing answers at ${url}. The page keeps trying. Choose another node if it stays away.`,
  /** The page and the node are in different places, so others may refuse. */
  nowhereGuarded: (url: string, origin: string) =>
    `Nothing answers at ${url}, or the browser does not let this page ask there. Allow the page to reach your local network, and start the node with --cors ${origin}.`,
  fileUnread: 'The browser can’t read this file, or it is too large. Nothing was imported.',
  movesUnread: (count: number) =>
    `${count === 1 ? 'One move' : `${count} moves`} in this file can’t be read. The rest is imported.`,
  keptPerhaps: 'This browser keeps it, but may clear it when it needs room. Save it to a file.',
  mayClear:
    'This browser does not promise to keep your move for so long, and without it the bet is lost. Once you have a seat, save the move to a file.',
};

export type LaterTexts = typeof en;

const zh: LaterTexts = {
  sealed: {
    safe: (table) => `你在 ${table} 封存的出招安全地保存在此浏览器中`,
    noNode: '没有节点应答，所以本页看不到它是否该亮出。一有节点应答就会查看。',
    noNodeUntil: (moment) => `没有节点应答，所以本页看不到它是否该亮出。请在 ${moment} 前连上，否则可能输掉赌注。`,
    unread: (table) => `你在 ${table} 封存的出招可能该亮出了`,
    otherRelease: (release) => `那张桌属于版本 ${release}，本页读不了。请打开那个版本的网页，否则可能输掉赌注。`,
    other: '本页读不了那张桌。请打开你选择出招的那个网页，或者把出招存为文件，用终端的 rpsls 亮出，否则可能输掉赌注。',
    absent: '此节点不知道这张桌。如果你在那里下了注，请换一个节点。',
    open: (release) => `打开 ${release} 的网页`,
  },
  damage: {
    encoded: {
      title: '链接在途中损坏，现已修复',
      text: '邮件程序或聊天软件改动了它。本页已把它改正：请看看这是不是你要去的地方。',
    },
    logged: {
      title: '别人可能也有这位访客的密钥',
      text: '邮件程序或聊天软件改动了链接，所以其中的密钥传给了本页的主机，可能留在它的日志里。你可以玩。为安全起见，请主人收回这个链接，再发一个新的。',
    },
    cut: {
      title: '这个链接缺了结尾',
      text: '它的位数少于编号或访客密钥应有的位数。请发送者重新发送，或完整复制。',
    },
  },
  takeBackLink: (name) => `撤回 ${name} 的链接`,
  takeBackHint: '如果别人可能看到了某个链接，请收回它，再做一个新的：它的密钥就什么也付不了。',
  saved: {
    shared: (name) => `${name} 已分享。`,
    downloaded: (name) => `已请浏览器保存 ${name}。没有看到这个文件？`,
    copied: (name) => `此浏览器不能保存文件，所以已复制 ${name} 的文字。请把它粘贴到备忘录里。`,
    kept: (name) => `此浏览器不让本页交出文件，所以 ${name} 没有保存。`,
    copyInstead: '改为复制文字',
  },
  unreachable: {
    noAddress: '节点地址以 ws:// 或 wss:// 开头。',
    fragment: '节点地址没有 # 之后的部分。请去掉它。',
    credentials: '牌桌的链接会把这个地址里的用户名和密码传出去。请使用不带它们的地址。',
    everywhere: '节点在 0.0.0.0 监听，但没有人能在那里连上它：在同一台机器上用 127.0.0.1，或者用那台机器自己的地址。',
    unsafe: '本页是加密传来的，所以浏览器只让它连接本机的 ws:// 地址。请用 wss:// 地址，或在节点所在的机器上打开本页。',
    refused: '浏览器拒绝连接这个地址。没有向那里发送任何东西。',
  },
  nowhereFar: (url) => `${url} 没有响应。本页会不断重试。若一直如此，请选择其他节点。`,
  nowhereGuarded: (url, origin) =>
    `${url} 没有响应，或者浏览器不让本页在那里询问。请允许本页访问本地网络，并用 --cors ${origin} 启动节点。`,
  fileUnread: '浏览器读不了这个文件，或者它太大了。什么都没有导入。',
  movesUnread: (count) => `文件中有 ${count} 个拳读不了，其余已导入。`,
  keptPerhaps: '此浏览器保存着它，但空间不足时可能会清除。请把它存为文件。',
  mayClear: '此浏览器不保证把你的出招保存这么久，而没有它就会输掉赌注。入座后请把出招存为文件。',
};

const TEXTS: Record<Language, LaterTexts> = { en, 'zh-CN': zh };

export function useLaterTexts(): LaterTexts {
  return TEXTS[useTexts().language];
}
