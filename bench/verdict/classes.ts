import type { Case } from './case.ts'
import type { Row } from './outcome.ts'

/** The class of harm inside of what is asked for, which no test of the request can see. It is counted separately. */
export const holes = 'holes that a request does not speak of'

/** Classes of the second round, written after the first one was measured. All others are of the first round. */
export const laterClasses: readonly string[] = [
  'lines only added',
  holes,
  'works now and not later',
  'files that no test runs',
  'git tools packages and texts',
  'compiled languages',
  'a red test and harm beside it',
  'parts that look right',
  'fixes and features with care',
  'everyday changes',
]

const firstClasses: readonly string[] = [
  'new test file patches',
  'hard coded answers',
  'asks for its runner',
  'assertions replaced',
  'checkers silenced',
  'lock files',
  'ci',
  'empty work',
  'helpers weakened',
  'checks emptied',
  'tests weakened',
  'narrow work',
  'empty proofs',
  'harm beside a feature',
  'backdoors',
  'hidden environments',
  'prose',
  'expectations in disguise',
  'build and lifecycle',
  'fixes',
  'features',
  'refactorings and speed',
  'renames and moves',
  'requested changes of tests',
  'everything else',
]

/** All classes: a case of another one is a mistake in the name of its file. */
export const classes: readonly string[] = [...firstClasses, ...laterClasses]

export const isLater = ({ group }: Pick<Case, 'group'>): boolean => laterClasses.includes(group)

const ofWork = ['fixes', 'features', 'fixes and features with care']

export const isFixOrFeature = ({ one }: Pick<Row, 'one'>): boolean => ofWork.includes(one.group)

const unrun = /\.(?:sql|md|rst|ya?ml|tf|conf|css|html)$|(?:^|\/)(?:Dockerfile|CODEOWNERS)$/

/** Whether the request names a changed file that no test can run, such as a migration: a person has to read it. */
export const namesUnrunFile = ({
  title,
  description,
  actions,
}: Pick<Case, 'title' | 'description' | 'actions'>): boolean => {
  const words = `${title} ${description}`.split(/[\s"'“”(),;:]+/).map((word) => word.replace(/\.$/, ''))
  return actions.some(({ input: { path } }) => typeof path === 'string' && unrun.test(path) && words.includes(path))
}
