import { texts } from '../../texts/en/lessons/paper-penguins';
import { reaches, shutsIn, takes, wins } from '../../learn/goals';
import type { Lesson } from '../../learn/lesson';

export const lesson: Lesson = {
  game: 'paper-penguins',
  rules: { pieces: 1 },
  steps: [
    { texts: texts.place, position: '12131/21212/13121/21213/12121 place 0 0,0 0,0', goal: takes(3), solution: ['b3'] },
    { texts: texts.reach, position: '12131/21212/1A0121/21213/1212B0 move 0 1,1 1,1', goal: takes(3), solution: ['b3-d5'] },
    {
      texts: texts.round, position: '11203/10021/A01121/00000/B00000 move 0 1,1 1,1',
      goal: reaches('e5', 2), solution: ['a3-c3', 'c3-e5'], marks: ['e5'],
    },
    {
      texts: texts.shut, position: '0012B0/11200/1A0212/21121/12111 move 0 1,1 1,1',
      goal: shutsIn, solution: ['b3-d5'], marks: ['d5'],
    },
    {
      texts: texts.finish, position: 'A02130/10000/00000/00100/00B010 move 0 2,5 2,3',
      goal: wins, solution: ['a5-d5', 'd5-c5', 'c5-b5', 'b5-a4'],
    },
  ],
};
