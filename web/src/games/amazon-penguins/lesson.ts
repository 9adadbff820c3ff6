import { texts } from '../../texts/en/lessons/amazon-penguins';
import { any, shootsBack, shutsIn, takes, wins } from '../../learn/goals';
import type { Lesson } from '../../learn/lesson';

export const lesson: Lesson = {
  game: 'amazon-penguins',
  rules: { pieces: 1 },
  steps: [
    { texts: texts.place, position: '12131/21212/13121/21213/12121 place 0 0,0 0,0', goal: any, solution: ['c3'] },
    { texts: texts.walk, position: '12131/21212/1A1121/21213/1212B1 move 0 0,0 0,0', goal: any, solution: ['b3-d3/d5'] },
    { texts: texts.three, position: '12131/21212/1A1121/21213/1212B1 move 0 0,0 0,0', goal: takes(3), solution: ['b3-d3/d5'] },
    { texts: texts.back, position: '00000/A12200/00000/00210/001B10 move 0 0,0 0,0', goal: shootsBack, solution: ['a4-b4/a4'] },
    {
      texts: texts.shut, position: '0012B1/11200/12A112/21121/12111 move 0 0,0 0,0',
      goal: shutsIn, solution: ['c3-c4/d5'], marks: ['d5'],
    },
    {
      texts: texts.finish, position: 'A21200/00000/000B21/00000/00000 move 0 0,1 0,1',
      goal: wins, solution: ['a5-b5/a5', 'b5-c5/b5'],
    },
  ],
};
