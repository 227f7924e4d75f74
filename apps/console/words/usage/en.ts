import type { Words } from '../words.ts'

/** Texts about the use of models. */
export const en = {
  title: 'Model usage',
  text: (from: string, to: string, timeZone: string) =>
    `${from === to ? from : `${from} to ${to}`} (months in ${timeZone})`,
  months: 'Months',
  periods: { month: 'This month', last: 'Last month', year: '12 months' },
  by: 'Summed by',
  dimensions: { project: 'Projects', person: 'People', model: 'Models' },
  columns: { project: 'Project', person: 'Person', model: 'Model' },
  noProject: 'No project',
  noPerson: 'Automatic runs',
  formerPerson: 'Someone who left',
  calls: 'Calls',
  read: 'Tokens read',
  written: 'Tokens written',
  cost: 'Cost',
  all: 'Total',
  inPeriod: 'in this period',
  refusedOf: (count: number) => (count === 0 ? 'none refused' : `${count} refused by a cap`),
  tokens: 'Tokens',
  tokensOf: (written: string) => `${written} of them written`,
  budget: 'Left of the budget',
  ofBudget: (cap: string) => `of ${cap}, since the beginning`,
  noBudget: 'No cap',
  noBudgetText: 'Set one',
  none: 'No model was called in these months.',
  unpriced: (count: number) =>
    count === 1
      ? '1 call went to a model without a known price, and the cost lacks it.'
      : `${count} calls went to models without a known price, and the cost lacks them.`,
  latest: 'Calls',
  shown: 'Shown calls',
  outcomes: {
    finished: 'Answered',
    failed: 'Failed',
    open: 'Under way',
    abandoned: 'Broken off',
    refused: 'Refused by a cap',
  },
  filters: { all: 'All', refused: 'Refused', failed: 'Failed' },
  noCalls: 'No such calls in these months.',
  noPrice: 'no price',
  table: 'Download CSV',
  charts: {
    titles: {
      cost: { days: 'Cost by day and model', months: 'Cost by month and model' },
      tokens: { days: 'Tokens by day and model', months: 'Tokens by month and model' },
    },
    others: 'Other models',
    noDays: 'Here the cost of each model is drawn by day, once a call was answered.',
    caps: 'Spent against the cap',
    capsText: 'All that was spent so far, with calls under way. The projects are those that cost most in these months.',
    spent: 'Spent',
    cap: 'Cap',
    noCap: 'no cap',
    workspace: 'The whole workspace',
  },
  codes: {} as Words['errors']['codes'],
}
