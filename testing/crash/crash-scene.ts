import { mkdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { inject } from 'vitest'
import { executeCycle } from '../../domains/delivery/runs/contract.ts'
import { startReaper, temporaryFolder } from '../cluster.ts'
import type { Caller } from '../caller.ts'
import { fileBlock, propose } from '../delivery.ts'
import type {} from '../runner/global-setup.ts'
import { waitAtGate } from './gate.ts'

/** Lends a folder to servers; gone afterwards with the database in it, even when this process is killed. */
export const inRoot = async <T>(work: (root: string) => Promise<T>): Promise<T> => {
  const root = await temporaryFolder(inject('diskFolder'))
  const data = join(root, 'data')
  await mkdir(data)
  const reap = startReaper(data)
  try {
    return await work(root)
  } finally {
    await reap()
    await rm(root, { recursive: true, force: true })
  }
}

/** The address of the embedded database of a running server, for the user that owns it. */
export const embeddedUrl = async (root: string): Promise<string> => {
  const record = await readFile(join(root, 'data', 'postgres', 'files', 'postmaster.pid'), 'utf8')
  return `postgres://atelier@localhost/atelier?host=${encodeURIComponent(record.split('\n')[4]!)}`
}

/** Steps whose effect runs a command that can be made to wait. */
export const gatedSteps = ['check-base', 'build-task', 'check-task'] as const

const changed = 'NOTES.md'

/** How the project is to be checked so that a command of the step waits at the gate. */
export const checkGatedAt = (step: string | undefined): string => {
  if (step === 'check-base') return `test -e ${changed} || { ${waitAtGate}; }`
  return step === 'check-task' ? `test ! -e ${changed} || { ${waitAtGate}; }` : 'node --test'
}

/** Proposes a change of one file and starts its run; gives the cycle's id. */
export const beginCycle = async (owner: Caller, projectId: string, gatedAt?: string): Promise<string> => {
  const first = gatedAt === 'build-task' ? `\`\`\`run\n${waitAtGate}\n\`\`\`\n\n` : ''
  const id = await propose(owner, projectId, first + fileBlock(changed, 'Adds numbers.\n'))
  const { status, body } = await owner.call(executeCycle, { id })
  if (status !== 200) throw new Error(`executeCycle: ${JSON.stringify(body)}`)
  return id
}

/** The steps of a run, in their order. */
export const steps = [
  'plan',
  'check-base',
  'advance',
  'build-task',
  'check-task',
  'review-task',
  'merge-task',
  'prepare-delivery',
  'deliver',
] as const
