import { readExamination } from '../../../execution/models/index.ts'
import { builtInFor, isBuiltInActive } from '../../agents/agents/index.ts'
import { modelFor, withChosen } from '../../agents/models/index.ts'
import {
  type Ask,
  askWithRetry,
  materialMarker,
  materialRoom,
  type ModelAnswer,
  type Parsed,
  withModel,
} from '../../agents/asking/index.ts'
import { modelIdentity, type StepWork } from '../workbench/index.ts'
import {
  baseRoom,
  failureInstructions,
  failureMaterial,
  testInstructions,
  testMaterial,
  type FailureMaterial,
  type RequestMaterial,
} from './material.ts'
import { readReadings, readTests, type Reading, type WrittenTests } from './read-answers.ts'
import { sentence } from '../sentences/index.ts'

/** Writes tests for a change that it has not seen, and reads why some of them fail. */
export interface Examiner {
  readonly model: string
  writeTests(material: RequestMaterial): Promise<ModelAnswer<WrittenTests>>
  readFailures(material: FailureMaterial): Promise<ModelAnswer<readonly Reading[]>>
}

const answerMostTokens = 12_000
const repeatedMostChars = 4_000

/** Lends the model of the role `tester`, whose calls count for the cycle. Returns a sentence without one. */
export const withExaminer = async <T>(
  stepWork: StepWork,
  examine: (examiner: Examiner) => Promise<T>,
): Promise<T | string> => {
  const { parts, context, work } = stepWork
  const [isActive, chosen] = await context.read(async (tx) => [
    await isBuiltInActive(tx, 'tester'),
    await modelFor(tx, parts, 'tester'),
  ])
  if (!isActive) return sentence('examination_inactive')
  if ('message' in chosen) return chosen.message
  if (parts.gateway.provider.name === 'offline' && !chosen.endpoint) {
    const examiner = offlineExaminer(work.cycle.description)
    return examiner ? examine(examiner) : sentence('examination_offline')
  }
  return withChosen(parts, context.read, chosen, (gateway) => {
    const { provider } = gateway
    const identity = modelIdentity(context, work, chosen.endpoint)
    const maxOutputTokens = Math.min(answerMostTokens, provider.maxOutputTokens)
    const mark = materialMarker(`${context.key} examination`, work.task.headSha)
    const asked = { repeatedMostChars, signal: context.signal }
    const examinerBy = (ask: Ask): Examiner => ({
      model: chosen.identifier,
      writeTests: (material) =>
        askWithRetry(ask, {
          ...asked,
          instructions: testInstructions(mark, builtInFor('tester').instructions),
          material: testMaterial(mark, material, materialRoom(provider, baseRoom)),
          read: readTests,
        }),
      readFailures: (material) =>
        askWithRetry(ask, {
          ...asked,
          instructions: failureInstructions(mark),
          material: failureMaterial(mark, material),
          read: (text) => readReadings(text, material.tests.length + material.lost.length),
        }),
    })
    return withModel({ ...parts, gateway }, identity, (ask) => examine(examinerBy(ask)), { maxOutputTokens })
  })
}

/** True if a model could write tests: of the instance, or one of the workspace. */
export const isExaminerConnected = async ({ parts, context }: StepWork): Promise<boolean> => {
  const chosen = await context.read((tx) => modelFor(tx, parts, 'tester'))
  return !('message' in chosen) && (parts.gateway.provider.name !== 'offline' || chosen.endpoint !== undefined)
}

/** Carries out the block of a description that spells the examination out. */
const offlineExaminer = (description: string): Examiner | undefined => {
  const { block } = readExamination(description)
  if (block === undefined) return undefined
  return {
    model: 'offline',
    writeTests: async () => answerOf(readTests(block)),
    readFailures: async ({ tests, lost }) => answerOf(readReadings(block, tests.length + lost.length)),
  }
}

const answerOf = <T>(read: Parsed<T>): ModelAnswer<T> => ('value' in read ? read : { unreadable: true })
