import type Docker from 'dockerode'
import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { afterTest } from '../../../testing/after-test.ts'
import { temporaryFolder } from '../../../testing/cluster.ts'
import { startContainer } from './start-container.ts'

test('a start that cannot listen leaves no folder with the environment behind', async () => {
  const within = await temporaryFolder()
  afterTest(() => rm(within, { recursive: true }))
  const folder = join(within, 'x'.repeat(120))
  const removed: string[] = []
  const docker = {
    getContainer: (name: string) => ({ remove: async () => void removed.push(name) }),
  } as unknown as Docker
  const start = {
    engine: { docker, title: 'Docker', isPodman: false, cgroupVersion: 2, isRootless: false, hasAppArmor: false },
    folder,
    environmentScript: 'export TOKEN=secret',
    filter: undefined,
    fstab: '',
    words: [],
    options: {},
  } as const
  const command = { argv: ['true'] } as never
  await expect(startContainer(start, command, { onUse() {}, onEnd() {} })).rejects.toThrow()
  expect(existsSync(folder)).toBe(false)
})
