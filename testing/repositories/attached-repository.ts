import { v7 as uuidv7 } from 'uuid'
import { attachProjectRepo } from '../../domains/code/repositories/contract.ts'
import type { Caller } from '../caller.ts'

/** A repository of a code host beside the primary one of a project. */
export const attachedRepository = async (caller: Caller, projectId: string): Promise<string> => {
  const body = { fullName: `acme/${uuidv7()}` }
  return (await caller.call(attachProjectRepo, { id: projectId, body })).body.id as string
}
