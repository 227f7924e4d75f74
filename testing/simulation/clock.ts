import { globSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Where Debian's package libfaketime has it, or where ATELIER_TEST_FAKETIME says. */
const library = process.env.ATELIER_TEST_FAKETIME ?? globSync('/usr/lib/*/faketime/libfaketimeMT.so.1')[0]

export interface Clock {
  /** For a process whose clock this is. */
  readonly environment: Readonly<Record<string, string>>
  /** Sets it forward, or back, within a second. */
  shift(seconds: number): Promise<void>
}

/**
 * A clock that can be set, for programs that load libfaketime; undefined without it. The clock of intervals continues as
 * it was, as on a machine whose clock is set. `folder` is one that the program may enter.
 */
export const settableClock = async (folder: string): Promise<Clock | undefined> => {
  if (library === undefined) return undefined
  const file = join(folder, 'clock')
  let aheadSeconds = 0
  const shift = async (seconds: number) => {
    aheadSeconds += seconds
    await writeFile(file, `${aheadSeconds < 0 ? '-' : '+'}${Math.abs(aheadSeconds)}\n`)
  }
  await shift(0)
  const environment = {
    LD_PRELOAD: library,
    FAKETIME_TIMESTAMP_FILE: file,
    FAKETIME_CACHE_DURATION: '1',
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
    FAKETIME_DONT_RESET: '1',
  }
  return { environment, shift }
}
