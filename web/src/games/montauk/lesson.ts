import { texts } from '../../texts/en/lessons/montauk';
import { any, bearsOff, inTurn, plays, wins } from '../../learn/goals';
import type { Lesson } from '../../learn/lesson';

const DECK = [...'AKQJT98765432'].flatMap((rank) => [...'SHDC'].map((suit) => rank + suit));

/** A position of the first round; every card that is not named lies in the pile. */
function round(named: {
  phase: 'lead' | 'follow' | 'spend';
  hands: [string, string];
  boards: string;
  opener?: number;
  trick?: number;
  table?: string;
  spends?: string;
  vaults?: string;
  seen?: string;
}): string {
  const { phase, hands, boards, opener = 0, trick = 1, table = '-,-,-', spends = '-', vaults = '-/-', seen = '-' } = named;
  const shown = new Set([...hands, table, seen].join(',').split(','));
  const pile = DECK.filter((card) => !shown.has(card));
  return `round=1 phase=${phase} trick=${trick} opener=${opener} leader=${opener} scores=0,0 first=- boards=${boards} `
    + `vaults=${vaults} hands=${hands.join('/')} table=${table} spends=${spends} borne=0 pile=${pile.join(',')} seen=${seen} unseen=-/-`;
}

const DICE = '643221/554331';

export const lesson: Lesson = {
  game: 'montauk',
  rules: { rounds: 1 },
  steps: [
    {
      texts: texts.aim, goal: bearsOff(2, 2), solution: ['4-off', '2-off'],
      position: round({
        phase: 'spend', boards: DICE, hands: ['KH,9D,8S,6D,3H', 'QS,JD,TH,7C,5D'], table: '4C,2S,-', spends: '4,2',
      }),
    },
    {
      texts: texts.lead, goal: inTurn(plays('TC'), any), solution: ['TC', '4-off'], replies: ['2S'],
      position: round({ phase: 'lead', boards: DICE, hands: ['KH,9D,8S,6D,TC,3H', 'QS,JD,TH,7C,5D,2S'] }),
    },
    {
      texts: texts.follow, goal: plays('8S'), solution: ['8S'],
      position: round({
        phase: 'follow', boards: DICE, opener: 1, hands: ['KH,9D,8S,6C,3D,2D', 'QS,JS,TD,7H,5C'], table: 'TH,-,-',
      }),
    },
    {
      texts: texts.same, goal: plays('3H'), solution: ['3H'],
      position: round({
        phase: 'follow', boards: DICE, opener: 1, hands: ['KC,9D,6C,3H,3D,2D', 'QS,JS,TD,7H,5C'], table: 'TH,-,-',
      }),
    },
    {
      texts: texts.king, goal: plays('KS'), solution: ['KS'],
      position: round({
        phase: 'follow', boards: DICE, opener: 1, hands: ['KS,QS,6S,9S,3S,2S', 'QC,JH,TD,7H,5D'], table: 'TC,-,-',
      }),
    },
    {
      texts: texts.rank, goal: bearsOff(3, 4), solution: ['3-off', '3-off', '4-1', '1-off'],
      position: round({
        phase: 'spend', boards: '643300/554331', trick: 2, hands: ['KH,9D,8D,6C', 'QS,TD,7H,5C'],
        table: '3S,9H,-', spends: '3,3,3,3', vaults: '2/-', seen: '4H,2S',
      }),
    },
    {
      texts: texts.slots, goal: bearsOff(2, 2), solution: ['6-off', '3-off'],
      position: round({
        phase: 'spend', boards: '654300/554330', trick: 4, hands: ['KH,9D', 'QS,TD'],
        table: '6S,3H,-', spends: '6,3', vaults: '2,n/1', seen: 'AH,2S,4C,5C,7D,8H',
      }),
    },
    {
      texts: texts.home, goal: wins, solution: ['3-off'],
      position: round({
        phase: 'spend', boards: '300000/554000', trick: 6, hands: ['-', '-'], table: '4S,2H,-', spends: '4,2',
        vaults: '2,3/1,n,2', seen: 'QS,JD,JC,9H,8S,7H,6C,5C,3S,3D',
      }),
    },
  ],
};
