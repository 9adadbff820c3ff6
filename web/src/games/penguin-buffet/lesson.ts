import { texts } from '../../texts/en/lessons/penguin-buffet';
import { any, from, shutsIn, to } from '../../learn/goals';
import type { Lesson } from '../../learn/lesson';

export const lesson: Lesson = {
  game: 'penguin-buffet',
  rules: { rows: 4, cols: 5 },
  steps: [
    {
      texts: texts.place, goal: any, solution: ['c2'],
      position: '3C,7C,QH,9S,2D/8D,4H,KS,TC,5S/9D,2S,AS,6H,JC/QD,3H,7D,TS,4C place 0 7H5H,JH8S',
    },
    {
      texts: texts.leave, goal: from('b3'), solution: ['b3-d3'],
      position: '3C,7C,QH,9S,2DW/8D,ASB,KS,TC,5S/9D,2S,4H,6HW,JC/QD,3HB,7D,TS,4C move 0 7H5H,JH8S',
    },
    {
      texts: texts.pair, goal: from('c3'), solution: ['c3-c2'],
      position: '3C,7C,QH,9S,2DW/8D,4H,KSB,TC,5S/9D,2S,AS,6HW,JC/QD,3HB,7D,TS,4C move 0 KD5H,JH8S',
    },
    {
      texts: texts.gap, goal: to('c1'), solution: ['a3-c1'], marks: ['c1'],
      position: '3C,7C,QHw,9S,AD/8DB,4Hb,KSw,TC,5S/9Db,2S,JSw,6HW,JC/QDB,3Hb,7D,TS,4CW move 0 7H5H,JH8S',
    },
    {
      texts: texts.shut, goal: shutsIn, solution: ['c1-e3'], marks: ['e3'],
      position: '3CW,7Cw,QHb,9Sw,2DW/8Dw,4Hb,KSb,TCw,5S/9Db,2S,AS,6H,JC/QD,3HB,7DB,TS,4C move 0 7H5H,JH8S',
    },
    {
      texts: texts.hands, rules: { showdown: 'table' }, goal: any, solution: ['TS TC 7S 7H 7C | 8D 8C 5H 5C 4H |'],
      position: 'QSB,TCb,QHW,TSb,9Sw/8Db,4Hb,KSw,8Cb,9Cw/9DB,2DW,ASw,7Cb,6Sw/7Sb,3Hw,2Cw,5Cb,5Dw layout 0 7H5H,JH8S',
    },
  ],
};
