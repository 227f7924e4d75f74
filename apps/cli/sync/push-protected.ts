import { atelier } from '../program/command.ts'
import { unsynced } from '../failure.ts'
import { chooseProtected, protectByDefault } from '../import/import-path.ts'
import type { ProtectedFile } from '../repository/protected-files.ts'
import type { Session } from '../session.ts'
import { listed, printable } from '../terminal/text.ts'
import { planProtected, type ProtectedPlan, type ProtectedSides } from './protected-plan.ts'
import { hasOwnProtected, noProtected, surveyProtected, type ProtectedSurvey } from './protected-sides.ts'
import type { Survey } from './survey.ts'

export interface PlannedProtected {
  readonly surveyed: ProtectedSurvey
  readonly plan: ProtectedPlan
}

export const nothingProtected: PlannedProtected = { surveyed: noProtected, plan: planProtected([]) }

/** The moves of both sides' protected files. Where both changed one, the command ends here. */
export const planProtectedFiles = async (session: Session, survey: Survey): Promise<PlannedProtected> => {
  const surveyed = await surveyProtected(session, survey)
  const plan = planProtected(surveyed.sides)
  if (plan.both_changed.length > 0) throw bothChanged(plan.both_changed)
  const notes = [
    [plan.gone_there, 'No longer protected in the project, and left here as it is'],
    [plan.occupied, 'A protected file of the project, where git tracks a file or something else lies'],
    [plan.secrets, `Kept as secrets of the project, so that ${atelier} secrets import sends them`],
  ] as const
  for (const [files, words] of notes) if (files.length > 0) session.output.say(`${words}: ${namesOf(files)}`)
  return { surveyed, plan }
}

export const namesOf = (files: readonly Pick<ProtectedSides, 'path'>[]): string =>
  listed(
    files.map(({ path }) => printable(path)),
    10,
  )

const bothChanged = (files: readonly ProtectedSides[]) =>
  unsynced(
    'protected_both_changed',
    [
      `Both sides changed protected files: ${namesOf(files)}. Yours stay as they are, and nothing was moved.`,
      `Move yours out of the checkout, get the project’s with ${atelier} pull, bring your change into them, then push. With --no-protect the commits move without them.`,
    ].join('\n'),
    { protectedFiles: files.map(({ path }) => path) },
  )

/** The protected files that a push takes along: files that changed here, and new files that a person agrees to. */
export const protectedToPush = async (
  session: Session,
  survey: Survey,
  { protect, planned }: { readonly protect?: boolean | undefined; readonly planned?: PlannedProtected | undefined },
): Promise<PlannedProtected & { readonly files: readonly ProtectedFile[] }> => {
  // Without a local change the project's files need not be read in clear.
  if (protect === false || (!planned && !(await hasOwnProtected(session, survey))))
    return { ...nothingProtected, files: [] }
  const { surveyed, plan } = planned ?? (await planProtectedFiles(session, survey))
  const fileOf = ({ path }: ProtectedSides) => surveyed.here.get(path)!
  const consent = protect ?? (await protectByDefault(session))
  const offered = await chooseProtected(session, plan.offer.map(fileOf), consent)
  return { surveyed, plan, files: [...plan.push.map(fileOf), ...offered] }
}
