import type { HarnessName } from '../agents/contract.ts'

export const harnessChoosers = ['project', 'organization', 'default'] as const

interface ChosenHarness {
  readonly harness: HarnessName
  readonly chosenBy: (typeof harnessChoosers)[number]
}

type HarnessPreferences = Readonly<Partial<Record<'project' | 'organization', HarnessName | undefined>>>

/** The project's preference, else the workspace's, else the native harness. */
export const chooseHarness = ({ project, organization }: HarnessPreferences): ChosenHarness => {
  if (project) return { harness: project, chosenBy: 'project' }
  return organization ? { harness: organization, chosenBy: 'organization' } : { harness: 'native', chosenBy: 'default' }
}
