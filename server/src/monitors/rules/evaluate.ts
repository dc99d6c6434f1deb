/** One evaluation of a monitor: its windows, their figures, and what follows from them. */
import type { MonitorDefinition } from '@parley/contract';
import type { Range } from '../../clocks/range.ts';
import { advance } from './advance.ts';
import { advanceBudget } from './budget.ts';
import type { GroupState, GroupStates, Outcome } from './group-state.ts';
import { type ComparedFigure, type Figure, nothingFound } from './judge.ts';
import type { Looks } from './looks.ts';

/** The figures of groups in the order of importance; `isCut` if there were more. */
export type Figures = { groups: ReadonlyMap<string, Figure>; isCut: boolean };

export type Judging = {
  definition: MonitorDefinition;
  states: GroupStates;
  judgedAt: number | null;
  looks: Looks;
  figuresOf: (range: Range) => Figures;
  now: number;
  isMuted: boolean;
};

export type Evaluated = Outcome & { isCut: boolean };

export function evaluate({ looks, figuresOf, ...judging }: Judging): Evaluated {
  if (looks.kind === 'budget') {
    const { kind: _, soFar, ...budget } = looks;
    const now = figuresOf(soFar);
    const closed = figuresOf(budget.closedPeriod);
    const outcome = advanceBudget({ ...judging, ...budget, figures: now.groups, closed: closed.groups });
    return { ...outcome, isCut: now.isCut };
  }
  const { definition, isMuted } = judging;
  const evaluated: Evaluated = {
    states: new Map<string, GroupState>(judging.states),
    changes: [],
    messages: [],
    isCut: false,
  };
  for (const { range, earlier, period, at } of looks.looks) {
    const { groups, isCut } = figuresOf(range);
    const figures = compared(definition, groups, earlier && figuresOf(earlier).groups);
    const { states, changes, messages } = advance({
      ...{ definition, states: evaluated.states, figures, isCut, window: range, period, now: at, isMuted },
    });
    evaluated.states = states;
    evaluated.changes.push(...changes);
    evaluated.messages.push(...messages);
    evaluated.isCut ||= isCut;
  }
  return evaluated;
}

/** Groups of either window, each with its earlier figure. */
function compared(
  definition: MonitorDefinition,
  groups: Figures['groups'],
  earlier: Figures['groups'] | null,
): ReadonlyMap<string, ComparedFigure> {
  if (!earlier) return groups;
  const nothing = nothingFound(definition);
  return new Map(
    [...new Set([...groups.keys(), ...earlier.keys()])].map((group) => [
      group,
      { ...(groups.get(group) ?? nothing), before: earlier.get(group) ?? nothing },
    ]),
  );
}
