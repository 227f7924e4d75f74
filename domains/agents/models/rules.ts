import type { HarnessName } from '../agents/contract.ts'

export const harnessChoosers = ['project', 'organization', 'agent', 'default'] as const

export interface ChosenHarness {
  readonly harness: HarnessName
  readonly chosenBy: (typeof harnessChoosers)[number]
}

/** The project's preference, else the workspace's, else what the agent was made for, else the native one. */
export const chooseHarness = (
  {
    project,
    organization,
  }: { readonly project?: HarnessName | undefined; readonly organization?: HarnessName | undefined },
  ofAgent: HarnessName | undefined,
): ChosenHarness => {
  if (project) return { harness: project, chosenBy: 'project' }
  if (organization) return { harness: organization, chosenBy: 'organization' }
  return ofAgent ? { harness: ofAgent, chosenBy: 'agent' } : { harness: 'native', chosenBy: 'default' }
}
