import { sentences } from '../../../../domains/delivery/sentences/rules/catalogue.ts'

/** The sentences of the server about runs, as it writes them. */
export const enSentences = sentences

/** The steps of a run, by their names. */
export const enSteps: Readonly<Record<string, string>> = {
  plan: 'planning',
  'check-base': 'checks before the change',
  advance: 'order of the tasks',
  'begin-in-repository': 'start in the repository',
  'build-task': 'work of the agent',
  'lint-task': 'fixes for linters',
  'test-task': 'writing tests',
  'secure-task': 'tests of misuse',
  'document-task': 'documentation',
  'check-task': 'checks with the change',
  'review-task': 'review',
  'apply-decision': 'decision',
  'merge-task': 'merge',
  'revert-task': 'revert',
  'keep-tests': 'adding tests',
  'prepare-delivery': 'preparing the result',
  verify: 'checks of the result',
  deliver: 'delivery',
  'await-merge': 'waiting for the merge at the code host',
  'clean-up': 'clean-up',
  'clean-up-task': 'clean-up',
  'run-check': 'check',
}
