import { texts } from '../../texts/en/lessons/amazonian-buffet';
import { claims, endsWon, shoots } from '../../learn/goals';
import type { Lesson } from '../../learn/lesson';

export const lesson: Lesson = {
  game: 'amazonian-buffet',
  rules: { rows: 4, cols: 5 },
  steps: [
    {
      texts: texts.cross, goal: claims, solution: ['e1-e3/a3'],
      position: '2CW,7S,9D,QC,9HW/7H,4D,AS,5S,KC/3D,7C,6S,3S,6H/9CB,AD,KD,AH,2DB move 0 8S6D,QS7D',
    },
    {
      texts: texts.ace, goal: shoots('c3'), solution: ['e2-e3/c3'], marks: ['c3'],
      position: '2CW,7S,9D,QC,9HW/7H,4D,AS,5S,KC/3D,7C,6S,3S,6HB/9C,AD,KDB,AH,2D move 0 8S6D,QS7D',
    },
    {
      texts: texts.between, goal: shoots('b2', 'c2'), solution: ['d3-d2/b2'], marks: ['b2', 'c2'],
      position: '2CW,7S,9D,QC,9HW/7H,4D,AS,5SB,KC/3DB,7C,6S,3S,6H/9C,AD,KD,AH,2D move 0 8S6D,QS7D',
    },
    {
      texts: texts.apart, goal: claims, solution: ['c1-d2/d1'],
      position: '2CW,7S,9D,QC,9HW/7H,4D,AS,5S,KC/3D,7C,6S,3S,6H/9C,AD,KDB,AH,2DB move 0 8S6D,QS7D',
    },
    {
      texts: texts.pair, goal: shoots('c4'), solution: ['b2-b4/c4'], marks: ['c4'],
      position: '2CW,7S,KH,QC,9HW/7H,4D,AS,5S,KC/3D,7CB,6S,3S,6H/9C,AD,8DB,AH,2D move 0 KS6D,QS7D',
    },
    {
      texts: texts.end, goal: endsWon, solution: ['d2-e1'],
      position: '2CW,7Sb,KHb,QCw,9HW/7Hw,4Db,ASb,5Sw,KCb/3DB,7Cb,6Sw,3SB,6Hw/9Cw,ADb,8Dw,AHb,2D move 0 KS6D,QSTD idle=3',
    },
  ],
};
