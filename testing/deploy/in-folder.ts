import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { inject } from 'vitest'
import type {} from '../runner/global-setup.ts'

/** A folder on the disk that other users may pass through, for the length of `work`. */
export const inFolder = async (work: (folder: string) => Promise<void>) => {
  const folder = await mkdtemp(join(inject('diskFolder'), 'atelier-test-'))
  await chmod(folder, 0o711)
  try {
    await work(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
