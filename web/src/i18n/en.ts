import type { Code } from '../chain/code';

type Move = 'rock' | 'paper' | 'scissors' | 'lizard' | 'spock';

const players = (count: number): string => (count === 1 ? '1 player' : `${count} players`);
const inRounds = (rounds: number): string => (rounds === 1 ? 'one round' : `${rounds} rounds`);

/** Everything that the page says. Other languages have all of it, or do not compile. */
export const en = {
  title: 'Rock Paper Scissors Lizard Spock',
  /** The tab's title, before the page's own. */
  titles: {
    practice: 'Practice table',
    deploy: 'Set up a table',
    table: 'Table',
    ticTacToe: 'Tic-tac-toe',
    club: 'Open tables',
    open: 'Open a table',
    you: 'Your games',
    notFound: 'Nothing here',
  },
  moves: {
    rock: 'Rock',
    paper: 'Paper',
    scissors: 'Scissors',
    lizard: 'Lizard',
    spock: 'Spock',
  },
  verbs: {
    rock: { scissors: 'crushes', lizard: 'crushes' },
    paper: { rock: 'covers', spock: 'disproves' },
    scissors: { paper: 'cuts', lizard: 'decapitates' },
    lizard: { paper: 'eats', spock: 'poisons' },
    spock: { rock: 'vaporizes', scissors: 'smashes' },
  } as { [winner in Move]: Partial<Record<Move, string>> },
  /** The same verbs in the past tense. */
  did: {
    rock: { scissors: 'crushed', lizard: 'crushed' },
    paper: { rock: 'covered', spock: 'disproved' },
    scissors: { paper: 'cut', lizard: 'decapitated' },
    lizard: { paper: 'ate', spock: 'poisoned' },
    spock: { rock: 'vaporized', scissors: 'smashed' },
  } as { [winner in Move]: Partial<Record<Move, string>> },
  /** The same verbs, said of the beaten move. */
  suffered: {
    rock: { scissors: 'crushed', lizard: 'crushed' },
    paper: { rock: 'covered', spock: 'disproved' },
    scissors: { paper: 'cut', lizard: 'decapitated' },
    lizard: { paper: 'eaten', spock: 'poisoned' },
    spock: { rock: 'vaporized', scissors: 'smashed' },
  } as { [winner in Move]: Partial<Record<Move, string>> },
  victory: (winner: string, verb: string, loser: string) => `${winner} ${verb} ${loser}`,
  /** Makes a sentence of what was said. */
  sentence: (text: string) => `${text}.`,
  /** Joins sentences. */
  paragraph: (...sentences: string[]) => sentences.join(' '),
  /** What a move beats, with the verb for each. */
  strengths: (move: string, [one, other]: [done: string, to: string][]) =>
    `${move} ${one?.join(' ')} and ${other?.join(' ')}.`,
  /** What beats it. */
  weaknesses: ([one, other]: [by: string, does: string][]) => `${one?.join(' ')} it, and ${other?.join(' ')} it.`,
  list: (names: string[]) => new Intl.ListFormat('en').format(names),
  you: 'you',
  /** The viewer, in place of a name. */
  self: 'You',
  withYou: (name: string) => `${name} (you)`,
  close: 'Close',
  cancel: 'Cancel',
  copy: 'Copy',
  copied: 'Copied',
  copyByHand: 'The browser does not let this page copy',
  copyByHandHint: 'The text is selected. Copy it with Ctrl+C or ⌘C, or press and hold it.',
  /** Where the page must hold no keys. */
  place: {
    framed: {
      title: 'Another page shows this one in a frame',
      text: 'It could cover a button and make you press it. So the page takes no seats here, and plays bots only.',
    },
    shared: {
      title: 'This page keeps no keys at this address',
      text: 'Other pages at the same address could read your moves and keys, so you can take no seat here. Ask the host for a page with an address of its own. Moves that you sealed here before are still shown.',
    },
    open: 'Open it by itself',
  },
  shareBy: 'Share the link',
  loading: 'Loading',
  details: 'Details',
  retry: 'Try again',
  dismiss: 'Dismiss',
  units: { ms: 'ms', s: 'seconds', min: 'minutes', h: 'hours', d: 'days' },
  span: { d: 'd', h: 'h', min: 'min', s: 's' },
  header: {
    skip: 'Skip to the content',
    network: 'Network',
    language: 'Language',
    theme: 'Theme',
    themes: { system: 'System', light: 'Light', dark: 'Dark' },
    motion: 'Animate the moves',
    motionHint: 'Off where your system asks for less motion.',
    sound: 'Sound and vibration',
    mute: 'Mute',
    unmute: 'Sound on',
    notify: 'Notify me when it is my turn',
    notifyHint: 'Only while you look at another tab or window.',
    notifyDenied: 'The browser does not let this page notify you. Allow it in the browser’s settings.',
    settings: 'Settings',
  },
  network: {
    unknownTitle: 'This link uses a node that is new to you',
    unknownText:
      'A node is the server that connects this page to the game. A stranger’s node could fake a game, or see your move too early: use it only if you trust whoever sent you the link.',
    useIt: 'Use this node',
    useOwn: 'Use my own',
    leaveTitle: 'Your move still has to be shown',
    leaveText:
      'If you go to another network before your move is shown, you may lose the game. Once it is shown, the page follows the link.',
    stay: 'Stay here',
    nowhereTitle: 'No node answers',
    nowhereText: (url: string) =>
      `Nothing answers at ${url}. The page keeps trying. Choose another node, or start one there.`,
    /** The node answers, but is of no use. */
    unreadTitle: 'This node can’t be used',
    unreadText: (url: string, why: string) =>
      `The page can’t use what ${url} answers: ${why} It keeps trying. If that does not help, choose another node.`,
    connecting: 'Connecting',
    online: 'Connected',
    offline: 'Reconnecting',
    absent: 'Not connected',
    foreign: 'Wrong network',
    badAddress: 'Bad address',
    impostor: 'Wrong network',
    impostorTitle: 'This node is on the wrong network',
    impostorText: (url: string, name: string) => `${url} answers for another chain, “${name}”. The page ignores it.`,
    trusted: 'Nodes that you trust',
    trustedHint: 'The page connects to these without asking.',
    distrust: (url: string) => `Ask again before connecting to ${url}`,
    title: 'Network',
    intro: 'The page reaches the chain through one node.',
    node: 'Node',
    nodeHint: 'An address that begins with ws:// or wss://',
    local: 'Development node on this machine',
    testnet: 'Vara testnet',
    mainnet: 'Vara',
    connect: 'Connect',
    stillTitle: 'Your node stands still',
    stillText: (url: string) =>
      `${url} tells of no new blocks, so what you see may be old, and what you send may come late. Choose another node if that lasts.`,
    lagTitle: 'Blocks become final late',
    lagText: (blocks: number) =>
      `The last final block lies ${blocks} blocks behind. Moves are shown later than usual, and before they are final if the time runs out.`,
    offlineTitle: 'The connection is lost',
    offlineText: (url: string) =>
      `Nothing answers at ${url}. The page keeps trying, and catches up once it is back. Your moves are safe in this browser.`,
    connectingTitle: 'Connecting',
    connectingText: (url: string) => `Waiting for an answer from ${url}.`,
    connectingFor: (seconds: number) =>
      `${seconds} seconds so far: it may be slow, or far away. A practice game needs no node.`,
    foreignTitle: 'The game does not run on this network',
    foreignText: (name: string) => `The node belongs to “${name}”. Choose a node of Vara.`,
    badAddressTitle: 'The page can’t reach this address',
    change: 'Choose a node',
  },
  account: {
    choose: 'Choose an account',
    /** A short label for narrow places. */
    short: 'Account',
    connect: 'Connect a wallet',
    dev: 'With play money',
    devHint: 'Anybody can be any of them, and their money is worth nothing.',
    wallets: 'Wallets',
    signedInAs: 'Account:',
    watch: 'Only watch',
    noExtension: 'This browser has no wallet for Vara',
    noExtensionText:
      'Install one of these, make an account, reload this page, and let the wallet connect. You can watch without an account.',
    openInAppText:
      'On a phone, wallets are apps with a browser inside: open this page there. You can watch without an account.',
    openIn: (name: string) => `Open in ${name}`,
    asking: 'Your wallet asks in its own window. If none opens, open the wallet and look there.',
    silent: (wallets: string) => `No answer from ${wallets}`,
    silentText: 'Open the wallet and look whether it asks something there, or ask it again.',
    askAgain: 'Ask again',
    refused: 'The wallet has not let this page in',
    refusedText:
      'In the wallet, allow this page among the connected sites, then try again. You can watch without an account.',
    noAccounts: 'The wallet shows no account to this page. Allow one in the wallet, then try again.',
    otherChain: 'for another chain',
    balance: 'Balance',
    empty: 'This account has nothing to pay with yet.',
    copyAddress: 'Copy the address',
    guest: 'Guest',
    guests: 'Guests',
    faucet: 'Get test tokens',
    guestHint: 'They came with a link. This browser keeps their keys, and the host pays their fees.',
  },
  rules: {
    title: 'Rules of this table',
    format: 'Format',
    formats: {
      knockout: {
        name: 'Knockout',
        text: 'Players meet in pairs, and the winners go on: two play one round, four play two. A toss settles a draw. Nobody can gang up on you.',
      },
      points: {
        name: 'All against all, by points',
        text: 'If no move beats all others, each gets a point for every player it beats, and loses one for every player who beats it. The highest score goes on: games end within a few rounds.',
      },
      replay: {
        name: 'All against all, replayed',
        text: 'For friends who like a draw played again: if no move beats all others, all who showed one play on.',
      },
    },
    early: 'Start when full',
    whenFull: (seats: number): string =>
      seats === 2
        ? 'The game starts as soon as both seats are taken.'
        : 'The game starts when all seats are taken, or when the time is up with two or more.',
    /** For a full bracket: at most `places` players play. */
    bracket: (places: number) =>
      places === 2
        ? 'The game starts as soon as 2 have a seat, and nobody else plays.'
        : `The game starts as soon as ${places} have a seat. If the time is up before that, the first 2, 4, 8 and so on play, and the others get their bets back.`,
    atDeadline: 'The game starts when the time to sit down is over.',
    slow: (seats: number) =>
      seats > 20
        ? `With ${seats} players a replayed game hardly ever ends before players give up.`
        : `A replayed game takes some 40 rounds with 10 players, and some 10,000 with 20. This table has ${seats} seats.`,
  },
  person: {
    title: 'Account',
    text: 'Anyone can take any name: compare the address with the one you know.',
    nickname: 'Your name for it',
    nicknameHint: 'Only this browser knows it.',
    identity: 'On this network',
    verified: 'verified by a registrar',
    unverified: 'nobody vouches for it',
    save: 'Save',
    open: (name: string) => `${name}: address and nickname`,
  },
  home: {
    headline: 'Beat the bot, then a stranger',
    fair: 'Why it is fair',
    lead: 'Everybody picks a move in secret, then all moves are shown. A program on the Vara network keeps the rules and the pot: nobody can peek, change a move, or run off with the money.',
    stranger: 'Play a stranger',
    friends: 'Play with friends',
    friendsText: 'Your own table: you set the bet and the number of players, and share its link. No list shows it.',
    others: 'More ways to play',
    open: 'Go to a table',
    openLabel: 'Its link or id',
    openHint: 'Ask whoever invited you. An id is 0x and 64 digits.',
    openButton: 'Go',
    badId: 'An id is 0x and 64 digits, 0 to 9 and a to f.',
    practice: 'Play against a bot now',
    deploy: 'Set up your own table',
    back: 'To the first screen',
    recent: 'Tables you have been at',
    forget: 'Forget this table',
    steps: [
      ['Take a seat', 'You pay the bet into the pot. In a free game there is none.'],
      ['Pick in secret', 'Your move is sealed: nobody can see it, and you can’t change it.'],
      ['Show', 'When everybody has picked, the moves are shown. Winners play on; the last one takes the pot.'],
    ] as [title: string, text: string][],
    ticTacToe: 'Tic-tac-toe',
    ticTacToeText: 'Three in a row, for a bet and a trophy.',
  },
  table: {
    /** What is known of a table's code. */
    code: (code: Code) => {
      if (code.kind === 'release') return `rpsls ${code.version}`;
      return code.kind === 'development' ? 'Development build, not a release' : 'Unknown code';
    },
    unknownCodeTitle: 'This may not be the real game',
    unknownCodeText:
      'Any program can say that it is this game. It may be another version, or keep your money: play here only if you trust whoever set it up.',
    useCode: 'Play here anyway',
    id: 'Table id',
    toBePaid: 'It is paid once somebody moves the game on.',
    loading: 'Looking at the table',
    absentTitle: 'There is no such table here',
    absentText:
      'Nothing on this network has this id. The link may be for another network, or for a development node that was restarted: it then forgets everything.',
    otherTitle: 'This program is not a table of this game',
    otherText: 'It may be another program, or another version of this game. Open it with the page that belongs to it.',
    failedTitle: 'The table can’t be read',
    stages: { preparation: 'Open', inProgress: 'Choosing', reveal: 'Showing' },
    stageTitles: {
      preparation: 'Take your seats',
      inProgress: 'Choose in secret',
      reveal: 'Moves are shown',
      /** All have chosen, and nobody has shown a move. */
      locked: 'Locked in',
    },
    round: (round: number) => `Round ${round}`,
    game: (number: number) => `Game ${number}`,
    gameOver: (number: number) => `Game ${number} is over`,
    timeLeft: 'Time left',
    timeUp: 'Time is up',
    until: (moment: string) => `until ${moment}`,
    extended: 'Too few were in time, so all have more time.',
    closableFrom: (moment: string) =>
      `Nobody has acted. From ${moment} on anyone can close the game, and those still in it share the pot.`,
    opensUntilTwo: 'Open until two have a seat',
    startsWhenFull: 'The game starts when all seats are taken, or the time is up',
    /** For a full bracket: how many of those who are there would play. */
    bracketSoFar: (taken: number, seats: number, playing: number) =>
      `${taken} of ${seats} seated. If time ran out now, ${playing < taken ? `the first ${playing}` : taken === 2 ? 'both' : 'all'} would play.`,
    stopScheduled: 'The owner stops the game after this round. One player left gets the pot; several share it.',
    startsAtDeadline: 'The game starts when the time is up',
    pot: 'Pot',
    bet: 'Bet',
    free: 'Free game',
    seats: 'Seats',
    seatsTaken: (taken: number, all: number) => `${taken} of ${all}`,
    acted: (done: number, all: number) => `${done}\u00a0of\u00a0${all}\u00a0done`,
    players: 'Players',
    noPlayers: 'Nobody has taken a seat yet.',
    owner: 'owner',
    status: {
      notRegistered: 'no seat',
      registered: 'seated',
      toMove: 'choosing',
      moved: 'ready',
      toReveal: 'to show',
      revealed: 'shown',
      out: 'out',
    },
    share: 'Share',
    shareTitle: 'Invite to this table',
    shareText: 'Anyone with this link sees the table, and can play with a wallet.',
    shareLocal: 'This link leads to a node on this machine, so it works only here.',
    shareResult: 'Share the result',
    sharePicture: 'As a picture',
    /** The players for whom a picture has no room. */
    more: (count: number) => `and ${count} more`,
    resultCopied: 'The result is copied, with a link to the table.',
    qr: 'QR code of the link',
    calendar: 'Add to my calendar',
    calendarTitles: {
      preparation: 'the game starts',
      inProgress: 'last minutes to choose a move',
      reveal: 'last minutes to show the move',
    },
    calendarText: 'Be at the table by then: whoever is late is out. The link leads there.',
    /** News of a table that is not on the screen. */
    at: (table: string, text: string) => `${table}: ${text}`,
    lastGame: 'Last game',
    /** `amount` is null in a free game. */
    lastGameText: (winner: string, amount: string | null, rounds: number) =>
      `${winner} won ${amount ? `the pot of ${amount} ` : ''}in ${inRounds(rounds)}`,
    /** `amount` is what it gained, the own bet not counted. */
    youWon: (amount: string | null) => (amount ? `You won ${amount}` : 'You won'),
    youWonFree: 'It was a free game.',
    /** `pot` includes the winner's own bet. */
    youWonText: (pot: string) => `The pot of ${pot} has been paid to your account.`,
    /** `net` is what the account has gained or lost in all; `held` the part of its money that the chain holds. */
    afterFees: (net: string, isMore: boolean, held: string | null) =>
      `After fees you have ${net} ${isMore ? 'more' : 'less'} than before.${held ? ` ${held} of it is held until the time is up, and comes back.` : ''}`,
    /** `held` is what the chain still holds for an alarm. */
    feesApart: (held: string | null) =>
      `Fees are not included.${held ? ` Another ${held} is held until the time is up, and comes back.` : ''}`,
    won: (winner: string, pot: string | null) => (pot ? `${winner} won the pot of ${pot}` : `${winner} won`),
    wonText: 'Seats for the next game are open.',
    /** The viewer's result, and the reason. */
    result: {
      again: 'Play again',
      next: 'To the next game',
      againTitle: (bet: string | null) => (bet ? `Rematch for ${bet}: pick your move` : 'Rematch: pick your move'),
      againWith: (move: string) => `Again with ${move}`,
      more: 'Sit down, choose later',
      other: 'Another opponent',
      lost: (amount: string) => `You lost ${amount}`,
      lostSome: 'You lost',
      /** The result is not known here. */
      over: 'A game that you played in is over.',
      out: 'You are out',
      lateMove: 'You did not choose in time.',
      lateReveal: 'Your move was not shown in time.',
      points: (move: string, own: string, winners: string, most: string) =>
        `${move} scored ${own}, ${winners} ${most}: the highest score went on.`,
      /** The loser's move and the winners' moves. */
      beaten: (move: string, winners: string) => `You chose ${move}. ${winners} went on.`,
      goesTo: (winner: string, pot: string | null) => (pot ? `${winner} won the pot of ${pot}.` : `${winner} won.`),
      sentAway: 'There was no place for you',
      sentAwayText: (players: number, bet: string | null) =>
        `The game started with ${players} players, and you were among the last to sit down.${bet ? ` Your bet of ${bet} comes back.` : ''}`,
      /** Nobody here saw the game start or end. */
      maybeSentAway:
        'A game that you had a seat in is over. If it started without you, your bet comes back to your account.',
      stopped: 'The owner stopped the game',
      stoppedText: (amount: string) => `You were paid ${amount}.`,
      goesOn: 'The game goes on',
      youGoOn: 'You play on',
      /** The games at this table that were seen to end. */
      score: (won: number, played: number) => `You have won ${won} of ${played} games here.`,
      noneBack: 'Nobody is back yet.',
      /** The players who have sat down again. */
      rematch: (names: string) => `Here for another game: ${names}.`,
    },
    nextConfig: (bet: string, seats: number) => `The next game has other settings: bet ${bet}, ${seats} seats.`,
  },
  bracket: {
    title: 'The bracket',
    roundOf: (round: number, rounds: number) => `Round ${round} of ${rounds}`,
    over: 'How it went',
    final: 'Final',
    /** The viewer's part of the bracket. */
    yours: 'Your path',
    nobody: 'nobody',
    bye: 'no opponent',
    tossed: 'A draw, settled by a toss.',
    unseen: 'not seen here',
    either: (names: string[]) => names.join(' or '),
    oneOf: (count: number) => `one of ${count}`,
    outcomes: { on: 'goes on', gone: 'is out' },
    /** `name` is the opponent; null for a bye. */
    mayMeet: (name: string | null) =>
      name ? `If you get there, you meet ${name}.` : 'If you get there, you have no opponent.',
    meet: (name: string | null) =>
      name ? `You meet ${name}.` : 'You have no opponent: show your move in time, and you go on.',
    didBeat: (name: string | null) => (name ? `beat ${name}` : 'no opponent'),
    didLoseTo: (name: string | null) => (name ? `lost to ${name}` : 'out'),
    beat: (name: string | null) => (name ? `You beat ${name}, and went on.` : 'You had no opponent, and went on.'),
    lostTo: (name: string | null, goesOn: boolean) =>
      name && goesOn ? `${name} went on, and you are out.` : 'You are out.',
  },
  /** The cards of two players who meet. */
  showdown: {
    bet: (bet: string) => `${bet} each`,
    score: (own: number, theirs: number) => `${own} : ${theirs}`,
    /** In place of the name of a player who is yet to come. */
    nobody: 'Opponent',
  },
  round: {
    skip: 'Skip',
    /** How one move beat another. `winner` or `loser` is null for the viewer. */
    struck: (winner: string | null, move: string, did: string, loser: string | null, other: string) =>
      `${winner === null ? 'Your' : `${winner}’s`} ${move} ${did} ${loser === null ? 'your' : `${loser}’s`} ${other}.`,
    tossed: (move: string, winner: string | null) => `Both chose ${move}, and the toss went to ${winner ?? 'you'}.`,
    /** What the players' bits were, if they were seen, and to which seat equal or other bits lead. */
    coin: (bits: [who: string | null, bit: number][], isEqual: boolean) => {
      const given = bits.map(([who, bit]) => `${who === null ? 'your' : `${who}’s`} sealed text gives ${bit}`);
      const told = given.length > 0 ? given.join(', ') : 'both sealed texts give a bit';
      return `The coin: ${told}. They ${isEqual ? 'are equal, so the earlier' : 'differ, so the later'} seat goes on.`;
    },
    drawn: (move: string) => `Both chose ${move}: once more.`,
    late: (name: string | null) =>
      name === null ? 'You did not show your move in time.' : `${name} did not show a move in time.`,
    silent: (name: string) => `${name} did not choose in time.`,
    bothLate: 'Neither showed a move in time.',
    hadBye: (name: string | null) => (name === null ? 'You had no opponent.' : `${name} had no opponent.`),
    also: 'Also in this round',
    title: 'Who beat whom',
    rules: 'What beats what',
    revealing: 'Shown so far',
    last: 'Previous round',
    draw: 'Nobody’s move beat all others: everybody who showed a move plays on.',
    same: 'All chose the same: everybody plays on.',
    decided: (names: string) => `${names} played on.`,
    points: (names: string) => `No move beat all others, so points decided: ${names} played on.`,
    over: (winner: string) => `${winner} takes it.`,
    overForYou: 'You take it.',
    playedBy: (move: string, names: string) => `${move}: ${names}`,
  },
  act: {
    times: (move: string, reveal: string) =>
      `In each round you have ${move} to choose and ${reveal} to show your move.`,
    risks: {
      three:
        'If one person has both other seats, you win one game in ten, not one in three. Play for money here only with people you know.',
      uneven:
        'This knockout starts on time, with whoever is there. Unless they are 2, 4, 8 and so on, some skip a round, and your seat may be worth little more than half its bet. Play for money here only with people you know.',
      group: 'If one person has all the other seats, you can’t win. Play for money here only with people you know.',
      blocks:
        'For a pot this large somebody may pay to keep your moves out until the time is up. More time, or a smaller bet, is safer.',
      hurried: 'This table is fast: a move can take half a minute to arrive, and if it is late, you are out.',
    },
    steps: {
      settling: 'Locking in the moves',
      checking: 'Checking',
      signing: 'Sign in your wallet',
      sending: 'Sending',
      waiting: 'Waiting for the reply',
    },
    invitedTitle: (host: string, bet: string | null) =>
      `${host} invites you to rock, paper, scissors, lizard, Spock${bet ? ` for ${bet}` : ''}`,
    /** For whoever came from a list. `name` has a seat there, if anybody has. */
    waitsTitle: (name: string | null, bet: string | null) =>
      `${name === null ? 'A seat is free' : `${name} is waiting`}: rock, paper, scissors, lizard, Spock${bet ? ` for ${bet}` : ''}`,
    invitedText: 'Everybody chooses in secret, then all is shown: nobody can look early, or run off with the pot.',
    tryFirst: 'Try it first, against a bot',
    joined: 'Somebody has sat down',
    watchTitle: 'You are watching',
    watchText: 'To play, choose an account.',
    registerTitle: 'There is a seat for you',
    onItsWay: 'Your seat is on its way',
    onItsWayText: 'A block has to take it. The page remembers what it has sent, even if you close it.',
    registerText: (bet: string) => `A seat costs ${bet}. You get it back if you leave before the game starts.`,
    mayStop: 'The table’s owner can stop a game: then those still in it share the pot equally.',
    registerFree: 'This game is free.',
    guest:
      'You play as a guest. It is free, and no wallet is needed: your host pays the fees, and this browser keeps your key.',
    guestPoor: (bet: string) =>
      `You are a guest without money, and a seat here costs ${bet}. Choose another account to play.`,
    /** `bet` is the price of the seat; null if it is free. */
    join: (move: string, bet: string | null) => (bet ? `Play ${move} for ${bet}` : `Play ${move}`),
    joinLater: (bet: string | null) => (bet ? `Take a seat for ${bet}, choose later` : 'Take a seat, choose later'),
    registeredMoved: 'Your move is sealed. Keep this page open: it is shown once all have chosen.',
    nextToo: 'Choose the next move, too',
    nextTooText: 'It counts if you are in the next round, and saves a signature. Otherwise it is dropped.',
    revealAndCommit: (move: string, next: string) => `Show ${move}, then play ${next}`,
    full: 'All seats are taken',
    fullText: 'Wait for the next game, or for somebody to leave.',
    underWay: 'A game is under way',
    underWayText: 'You can sit down when it is over. Stay and watch.',
    registeredTitle: 'You have a seat',
    registeredText: 'You choose your move when the game starts. Keep this page open.',
    /** In place of that, after a while. */
    registeredLong: (isFree: boolean) =>
      `Nobody yet. Beat the bot below for nothing, or let the page call you when somebody sits down. ${isFree ? 'You can leave at any time.' : 'If you leave, your bet comes back.'}`,
    registeredAlone: (isFree: boolean) =>
      `Waiting for an opponent. There is no time limit. ${isFree ? 'You can leave until the game starts.' : 'If you leave before the game starts, your bet comes back, and only the fee is paid.'}`,
    tellMe: 'Tell me when somebody sits down',
    tellMeOn: 'You will be told when somebody sits down, even in another tab. Keep this page open.',
    tellMeNever: 'This browser can’t notify you: keep the page in sight.',
    leave: (isFree: boolean): string => (isFree ? 'Leave' : 'Leave, and take the bet back'),
    moveTitle: 'Choose your move',
    moveText: 'Nobody sees your move until all have chosen.',
    keys: 'Keys 0 to 4 choose.',
    strengths: 'Each move beats two others, and loses to two.',
    password: 'Password',
    passwordTitle: 'How your move is hidden',
    passwordHint:
      'Nobody can tell your move without it. The page made it, and this browser keeps it: you need not know it.',
    newPassword: 'New password',
    weak: (shortest: number, variety: number) =>
      `Anyone who guesses this password sees your move too early. Take at least ${shortest} characters, ${variety} of them different and not only digits, or let the page make one.`,
    commit: (move: string) => `Play ${move}`,
    commitNone: 'Choose a move',
    movedTitle: 'Your move is sealed',
    movedText: (isDuel: boolean) => `Wait until ${isDuel ? 'your opponent has' : 'the others have'} chosen.`,
    yourMove: 'Your move',
    show: 'Let me see it',
    hide: 'Hide it',
    kept: 'This browser keeps it until the game is over.',
    exportOne: 'Save it to a file',
    revealingTitle: 'All have chosen',
    revealingText: (isDuel: boolean) => `Cards turn as soon as ${isDuel ? 'both' : 'all'} moves are locked.`,
    keepOpen: 'Keep the page open.',
    revealTitle: 'Show your move',
    revealText: 'All have chosen. Show yours before the time is up, or you are out.',
    reveal: (move: string) => `Show ${move}`,
    /** All that is due at tables, on any screen. */
    dues: 'What is due',
    moveDue: 'Time to choose a move',
    moveDueText: (name: string, isFree: boolean) =>
      `${name} has to choose a move before the time is up, or the ${isFree ? 'game' : 'bet'} is lost.`,
    revealDue: 'Time to show your move',
    showing: (name: string) => `${name}’s move is being shown`,
    showingText: 'The page does it by itself. Keep it open.',
    unfinal:
      'The other moves are not final yet. Shown now, a fork could give yours away; not shown in time, it surely loses.',
    revealDueText: (name: string, isFree: boolean) =>
      `The move of ${name} has to be shown before the time is up, or the ${isFree ? 'game' : 'bet'} is lost.`,
    revealNow: 'Show it',
    toTable: 'To the table',
    revealForMe: 'Show my move for me',
    revealForMeHint:
      'Keep this page open and the screen on: your move is shown when it is time. A phone that sleeps shows nothing.',
    noSecretTitle: 'Your sealed move is not in this browser',
    noSecretText:
      'You chose it in another browser, or this one’s data was cleared. Import your saved file before the time is up, or you are out.',
    noSecretEarly:
      'You have chosen, but the move is not in this browser. Import your saved file before it is time to show it.',
    revealedTitle: 'You have shown your move',
    revealedText: (isDuel: boolean) => `Wait until ${isDuel ? 'your opponent has' : 'the others have'} shown theirs.`,
    outTitle: 'You are out of this game',
    outText: 'Stay and watch. You can sit down again when it is over.',
    dueTitle: 'The time is up, but the game has not gone on',
    dueText: 'Anyone can move the game on. It costs only the fee.',
    advance: 'Move the game on',
    closedTitle: 'Nobody has acted for 30 days',
    closedText: 'Anyone can close the game: those still in it share the pot. It costs only the fee.',
    close: 'Close the game',
    sharesTitle: 'The last game’s players are still being paid',
    sharesText: (amount: string) =>
      `${amount} of the last pot is still to be paid out; then seats are open. It goes on by itself; you can speed it up for the fee alone.`,
    payShares: 'Send the next payouts',
    promised: (moment: string) => `The game goes on once all have chosen. You have until ${moment}.`,
    waited: (name: string, time: string) => `${name} has waited ${time}, so the game may take as long.`,
    beHere: (moment: string, isAlone: boolean) =>
      isAlone
        ? `No rush: nothing can end before ${moment}, so you can close this and come back by then.`
        : `Be back by ${moment}: no round ends before that.`,
    done: {
      leave: 'You have left. The bet is back in your account.',
      advance: 'The game goes on.',
      stop: 'The game is stopped.',
      stopLater: 'The game stops after this round.',
      rules: 'The next game will have these rules.',
      config: 'The next game will have these settings.',
    },
    changed: 'This has just changed, so nothing was sent. Look at it, and press again.',
    walletHint: 'Nothing opens? Open the wallet and look there.',
    giveUp: 'Cancel',
    turn: 'Your turn',
    published: 'The node does not tell the fee, so more than enough is set aside. What is not used comes back.',
    upgraded: (extra: string) =>
      `The network was updated: this costs ${extra} more, once. What is not used comes back.`,
  },
  gas: {
    oneSignature:
      'One signature takes the seat. This browser signs what follows, from a purse of its own. Whoever can read this browser’s data could spend the purse and play for your seat, but never reach your account.',
    price: {
      host: (bet: string | null, name: string, left: string) =>
        `${bet ? `Takes ${bet}. ` : ''}Fees: paid by ${name}, ${left} left.`,
      /** The whole price. The details say what of it is the bet, and what the rest is. */
      filling: (all: string, stays: string, rounds: number) =>
        `Takes ${all}. About ${stays} of it stays in your purse after a game of ${inRounds(rounds)}.`,
      fillingDetails: (bet: string | null, fill: string, fees: string, held: string) =>
        `${bet ? `The bet is ${bet}. ` : ''}${fill} goes into your purse, for what follows and for your next games; you can send it back when you have no seat. The seat’s own fees are ${fees}. Up to ${held} more is held until the time is up, and comes back.`,
      filled: (all: string, stays: string, rounds: number) =>
        `Takes ${all}. Your purse pays for the rest, and has about ${stays} left after a game of ${inRounds(rounds)}.`,
      filledDetails: (bet: string | null, fees: string, held: string) =>
        `${bet ? `The bet is ${bet}. ` : ''}The seat’s own fees are ${fees}. Up to ${held} more is held until the time is up, and comes back.`,
      /** `all` and `fees` are those of a game of so many rounds; `held` is what an alarm may cost at most. */
      each: (all: string, rounds: number) => `Takes about ${all} for a game of ${inRounds(rounds)}.`,
      eachDetails: (bet: string | null, fees: string, held: string) =>
        `${bet ? `The bet is ${bet}. ` : ''}The fees are about ${fees}. Up to ${held} more is held until the time is up, and comes back.`,
      poor: 'There is too little to fill a purse, so your wallet asks for each move.',
      short: (has: string, needs: string) => `The account has ${has}, and a seat here takes ${needs} with its fees.`,
    },
    askWallet: 'Ask my wallet each time',
    askWalletHint: 'You then sign each move in the wallet, and again to show it.',
    byPurse: (left: string) => `Fees: from your purse, ${left} left. There is nothing more to sign.`,
    byHost: (name: string, left: string) => `Fees: paid by ${name}, ${left} left.`,
    byYou: 'You pay the fees of each move. A part is held until the time is up, and comes back.',
    signed: 'Your wallet signs each message.',
    lostPurse: 'The purse of this seat is not in this browser: your wallet asks for each move, and you pay the fees.',
    lowTitle: 'Your wallet will be asked again',
    low: (left: string) =>
      `There is too little in your purse for the next move: ${left}. Your wallet can sign it, or fill the purse now.`,
    refill: (amount: string) => `Put ${amount} into the purse`,
    inPurse: (amount: string) => `${amount} is in your purse in this browser.`,
    purseHint: 'It pays for what follows your next seats, so that your wallet signs once a game.',
    purseNeeded: 'You have a seat: it may need the purse.',
    empty: (name: string) => `Send it back to ${name}`,
    held: (amount: string) => `${amount} is held until the time at a table is up. Then you can send all of it back.`,
    takeBack: (amount: string) => `Take back ${amount}`,
    takenBack: (amount: string) => `${amount} is back in your account.`,
  },
  sponsor: {
    title: 'Pay your guests’ fees',
    intro:
      'With a link of yours a friend plays a free game without a wallet or money. You prepay the fees, and the unused part comes back.',
    whom: 'Guests: a number or names',
    whomHint: 'Enter how many links you need, or list names or addresses, one per line. Guests see each other’s names.',
    bad: (most: number) => `Write a number from 1 to ${most}, or at most ${most} names or addresses, not both.`,
    betToo: (bet: string) =>
      `A seat at this table costs ${bet}, which you can’t prepay. For guests without money make it free.`,
    issue: (count: number, amount: string) =>
      `Make ${count === 1 ? 'one free-play link' : `${count} free-play links`} for ${amount}`,
    done: (count: number) => (count === 1 ? 'One link is made.' : `${count} links are made.`),
    list: 'Your guests',
    left: (amount: string) => `${amount} for fees`,
    linkHint: 'Give each person a different link: anyone who has it can play with it.',
    copyLink: 'Copy the link',
    copyAll: 'Copy all links',
    copyShared: (count: number) => `Copy one link for all ${count}`,
    sharedHint:
      'One link is for friends: each browser that opens it becomes another guest, but anyone who has it could play for all of them.',
    allTaken: 'All seats of this link are taken. You can watch.',
    later: 'Fees prepaid for an address can be taken back once they have expired.',
  },
  bot: {
    meanwhile: 'While you wait: beat the bot',
    play: 'Play a bot on this network',
    plays: 'A bot sits at this table: it plays at random, in this page. Its money and yours are play money.',
  },
  /** The game on the first screen. */
  board: {
    title: 'A game against a bot',
    lead: 'Pick a move. The bot has picked already.',
    none: 'Pick a move',
    show: (move: string) => `Play ${move}`,
    showing: 'Three, two, one…',
    again: (move: string) => `${move} again`,
    won: 'You win!',
    lost: 'The bot wins',
    tossed: (move: string, isWon: boolean) => `Both picked ${move}: the toss went to ${isWon ? 'you' : 'the bot'}`,
    score: (mine: number, bots: number) => `You ${mine} : ${bots} bot`,
    bot: 'Bot',
    both: 'Both',
  },
  practice: {
    title: 'Practice table',
    text: 'This page runs the same program as the chain, by the same rules. Chips are worth nothing, and you need no wallet and no network.',
    /** The name of the practice money. */
    chips: 'chips',
    have: (amount: string) => `You have ${amount}.`,
    bots: 'Bots to play against',
    names: ['Ada', 'Grace', 'Alan', 'Edsger'] as [string, string, string, string],
    seatText: 'The bots have chosen already, and can’t change that.',
    revealText: 'All have chosen. The bots show theirs right after you.',
    outText: 'The others play on. Then you can play again.',
    again: (move: string) => `Play again with ${move}`,
    failed: 'The practice table is broken',
    failedText: (why: string) => `Reload the page. If it breaks again, tell us what it says here: ${why}`,
    noPrograms: 'This browser runs no programs in pages, which practice needs. Tables work all the same.',
    /** Leads back to the table that the visitor was invited to. */
    back: 'Back to the table',
  },
  owner: {
    title: 'Your table',
    intro: 'You own this table. You can’t take anything from it.',
    nextTitle: 'Settings of the next game',
    nextSet: 'Already set. You can still change them.',
    nextSame: 'If you set none, the next game is like this one.',
    save: 'Set for the next game',
    stop: 'Stop the game',
    stopTitle: 'Stop this game?',
    stopText: 'It can’t be undone. These players are paid at once:',
    stopLobby: 'The table opens again. Everybody gets the bet back:',
    stopLater:
      'Somebody has chosen a move, so the game stops after this round. One player left gets the pot; several share it.',
    stopEmpty: 'Nobody has a bet in it. The table opens again.',
    stopConfirm: 'Stop it',
  },
  config: {
    betSize: 'Bet',
    betHint: (least: string) =>
      `What a seat costs. 0 is a free game. Below ${least} a payout to an empty account is lost.`,
    seats: 'Seats',
    seatsHint: '2 to 255',
    /** The numbers of seats that fill a knockout's bracket. */
    fullBrackets: 'Full brackets',
    entryTimeout: 'Time to sit down',
    moveTimeout: 'Time to choose',
    revealTimeout: 'Time to show',
    timeoutHint: 'Each from 5 seconds to 365 days.',
    unit: 'Unit',
    problems: {
      playersCountLimitTooLow: 'A game takes at least 2 seats.',
      timeoutTooShort: 'Each stage lasts at least 5 seconds.',
      timeoutTooLong: 'Each stage lasts at most 365 days.',
      potOverflow: 'The pot of a full table would be too large. Set a smaller bet.',
      notAmount: 'Write an amount such as 10 or 0.5, with at most 12 decimals.',
      notNumber: 'Write a whole number.',
      tooManySeats: 'A table has at most 255 seats.',
    },
    presets: 'Pace',
    preset: { quick: 'Quick: a minute each', day: 'Relaxed: a day each', live: 'Live: ten minutes each' },
  },
  badAccount: 'This is not the address of an account.',
  deploy: {
    asking: 'Asking what this costs…',
    cost: (all: string, fee: string, deposit: string) =>
      `Takes up to about ${all}: ${fee} of fees, and ${deposit} that stays at the table for good.`,
    /** The deployed code is no release. */
    development: 'This is a test build: other pages warn players of its tables.',
    newCode: 'The first table on this network costs more: the next one will be cheaper.',
    spent: (amount: string) => `It took ${amount}.`,
    perhaps: 'To the table, if it came through',
    title: 'Set up a table',
    intro:
      'Makes a table of your own. Its owner, you or somebody you name, can change the next game’s settings and stop a game, but can’t take the pot.',
    submit: 'Create the table',
    owner: 'Owner',
    ownerHint: 'Empty for you, or another account.',
    needAccount: 'Connect a wallet to create the table.',
    done: 'Your table is open.',
  },
  log: {
    title: 'Log',
    empty: 'Nothing yet.',
    lookBack: 'Look further back',
    show: 'Show all',
    cause: { clock: 'Time is up:', filled: 'All seats are taken:', decided: 'Round decided:' },
    did: {
      playerRegistered: 'took a seat',
      playerLeft: 'left, with the bet',
      gameRulesChanged: 'set the next game’s rules',
      stopScheduled: 'stops the game after this round',
      gameConfigChanged: 'set the next game’s settings',
      successfulMove: 'chose a move',
      revealed: (move: string) => `showed ${move}`,
      revealedSomething: 'showed a move',
      sharesPaid: (count: number) => `paid ${players(count)} of the stopped game their share`,
      gameWasStopped: (count: number) => `stopped the game: ${players(count)} got the pot back`,
      advanced: 'moved the game on',
    },
    missing: (from: string, to: string) => `This browser saw nothing from ${from} to ${to}.`,
    since: (moment: string) => `The node keeps only the latest: this begins at ${moment}.`,
    refused: 'was refused',
    failed: 'sent a message that failed',
    paid: (amount: string) => `was paid ${amount}`,
    sentAway: (bet: string | null) => `had no place in the bracket${bet ? `, and ${bet} is back` : ''}`,
    clock: {
      extended: 'not enough players in time; the clock restarts',
      movesStarted: (count: number) => `${players(count)} choose their moves`,
      revealsStarted: (count: number) => `${players(count)} show their moves`,
      nextRoundStarted: (count: number) => `next round, with ${players(count)}`,
      sentAway: (count: number) => `the bracket is full without ${players(count)}`,
      gameOver: 'one is left, the game is over',
    },
  },
  refusals: {
    gameUnderWay: 'A game is under way, so there is no seat now. You paid nothing: wait until it is over.',
    betTooSmall: (bet: string, attached: string) =>
      `A seat costs ${bet}, and you sent ${attached}, which came back. The bet has changed: try again.`,
    alreadyRegistered: 'You have a seat already. Wait for the moves to start.',
    lobbyFull: (seats: number) => `All ${seats} seats are taken. Wait for the next game.`,
    notRegistered: 'You have no seat in this game. Take one first.',
    notMoveStage: 'It is not time to choose a move. Your bet is not touched: see the stage above.',
    notRevealStage: 'It is not time to show moves. Your bet is not touched: see the stage above.',
    notInRound: 'You don’t play in this round. The next game starts when this one is over.',
    alreadyMoved: 'You have chosen a move, and it can’t be changed. It is shown once everybody has chosen.',
    commitmentTaken: 'Another player has sealed a move with the same password. Choose again, with a new password.',
    alreadyRevealed: 'This move has been shown. Wait for the others.',
    openingMismatch:
      'This is not the move that you sealed. If you chose it elsewhere, import the file that you saved there.',
    invalidMove: 'What you sealed is no move. When the time is up, you are out.',
    notOwner: 'Only the table’s owner can do this.',
    badConfig: (problem: string) => `The table can’t have these settings. ${problem}`,
    otherGame: (game: number) => `Game ${game + 1} runs here now, and its terms may differ. Look at them again.`,
    sharesDue: (players: number) =>
      `${players === 1 ? 'One player' : `${players} players`} of the last game must still be paid. Wait a little, or move the game on.`,
    notDelegate: 'This key can’t play for that player. Nothing was changed.',
    playerNotNamed: 'This key plays for several players. Nothing has changed: use your account.',
    badDelegate: 'That key can’t play for you. Your bet is back: reload, and try again.',
    stageNotOver: 'The time is not up yet. Wait for the countdown.',
  },
  failures: {
    rejected: 'You declined to sign. Nothing was sent.',
    funds: (has: string, needs: string) =>
      `Nothing was sent: the account has ${has}, and this takes ${needs}. Send it some first.`,
    /** `extra` is the part for preparing the program again. */
    fundsUpgraded: (has: string, needs: string, extra: string) =>
      `Nothing was sent: the account has ${has}, and this takes ${needs}. ${extra} of that is due once after the network’s update: add some, or try later.`,
    fundsUnknown: 'The account can’t pay for this. Send it some first.',
    lost: 'The node did not answer, or the connection was lost. The table shows whether it came through.',
    behind: 'The node does not know yet what it has told of. Try again.',
    void: 'No block took it in time. Try again: it can’t happen twice.',
    overtaken:
      'Another message of this account was faster. This one was not sent, and nothing was paid for it: look what has changed, and press again to sign anew.',
    late: 'It was signed too late, and no block would take it. Nothing was sent: try again.',
    garbled: (text: string) => `What the node answered can’t be read (${text}). Try again, or choose another node.`,
    /** The page's own error. */
    page: (text: string) => `This page failed: ${text}. Reload it: your moves and seats stay.`,
    upgraded: 'The network was updated while this was signed. Nothing was sent: try again.',
    otherChain:
      'The wallet holds this account for another chain. Choose another account, or allow it on any chain in the wallet.',
    wallet: (text: string) =>
      `Nothing was sent. ${text ? `The wallet says: ${text}` : 'The wallet did not sign, and gave no reason'}. Unlock it and try again; if that does not help, reload this page.`,
    walletGone: 'Nothing was sent: the page no longer reaches the wallet. Reload the page: your moves and seats stay.',
    missigned: 'Nothing was sent: the wallet signed something else than it was asked to.',
    noBatch: (text: string) =>
      `Nothing was sent: this wallet can’t sign several messages at once. It says: ${text}. You can sign each message instead.`,
    trapped: (text: string) => `The program failed, and nothing has changed: at most the fee is lost. ${text}`,
    unreadable: (text: string) =>
      `This node can’t read this table, which is of an old version. Choose another node. ${text}`,
    silent: 'The program has not replied yet. The table shows whether it came through.',
    storage:
      'Nothing was sent: this browser stores nothing for the page, so your move and your bet would be lost. Allow storage, or leave private browsing.',
    node: (text: string) => `The node says: ${text}`,
  },
  secrets: {
    title: 'Saved moves',
    intro:
      'Your sealed moves stay here until their game is over: without them you lose the bet. An exported file has your games and your purse, too: show it to nobody.',
    count: (count: number) => (count === 0 ? 'None now.' : count === 1 ? 'One now.' : `${count} now.`),
    export: 'Export to a file',
    import: 'Import a file',
    /** Moves, and finished games. */
    imported: (moves: number, games: number) =>
      `Imported: ${moves === 1 ? '1 move' : `${moves} moves`}, ${games === 1 ? '1 game' : `${games} games`}.`,
    problems: {
      notSecrets: 'This is not a file of saved moves.',
      otherVersion: 'This file is of another version than this page reads.',
    },
  },
  /** The player's own record. */
  record: {
    intro: 'Your games in this browser. Practice is not counted, nor what you played elsewhere.',
    none: 'No games yet',
    noneText: 'Games that you finish in this browser are listed here. Practice is not counted.',
    whose: 'Whose games',
    games: 'Games won',
    wonOf: (won: number, all: number) => `${won} of ${all}`,
    streak: 'Wins in a row',
    best: (count: number) => `best: ${count}`,
    net: 'Won and lost',
    netText: (won: string, lost: string) => `${won} won, ${lost} lost, fees not counted`,
    free: 'Free games won',
    favourite: 'Favourite move',
    shown: (count: number, all: number) => `${count} of ${all} moves`,
    rivals: 'Opponents',
    rival: (won: number, games: number) => `you won ${won} of ${games}`,
    list: 'Game by game',
    outcomes: { won: 'Won', lost: 'Lost', stopped: 'Stopped' },
    rounds: 'Moves',
    more: 'Show more',
    damaged: (count: number) =>
      count === 1
        ? 'One game can’t be read. It is left as it is, and not counted.'
        : `${count} games can’t be read. They are left as they are, and not counted.`,
    unreadTitle: 'Your games can’t be read',
    unread: 'The browser does not give them out. No money depends on them. Reload the page, or leave private browsing.',
  },
  crash: {
    title: 'Something in this page broke',
    text: 'Your moves are safe in this browser. Reload the page; if it breaks again, please tell us what it says here.',
    pressed: (why: string) => `That did not work: ${why}`,
    missingTitle: 'A part of this page did not load',
    missing:
      'The connection is bad, or the page was updated while you had it open. Your moves are safe in this browser. Reload the page.',
    reload: 'Reload',
  },
  notFound: {
    title: 'There is nothing at this link',
    text: 'A link to a table ends in its id, 0x and 64 digits.',
  },
};
