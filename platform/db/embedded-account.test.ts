import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { afterTest } from '../../testing/after-test.ts'
import { accountFor } from './embedded-account.ts'

test.skipIf(process.getuid?.() !== 0)(
  'programs in a folder of root alone, as npx unpacks them, are visible to the user that runs the database',
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'atelier-account-'))
    afterTest(() => rm(folder, { recursive: true }))
    const programs = join(folder, 'closed')
    await mkdir(programs, { mode: 0o700 })
    const program = join(programs, 'postgres')
    await writeFile(program, '#!/bin/sh\nexit 0\n', { mode: 0o755 })
    const account = await accountFor(join(folder, 'data'), programs)
    const asks = `import os; print(os.geteuid() != 0, os.access("${program}", os.X_OK), os.access("/etc/shadow", os.W_OK))`
    const { file, args } = account.command('python3', ['-c', asks])
    expect((await promisify(execFile)(file, [...args])).stdout).toBe('True True False\n')
  },
)
