import type { Browser } from 'playwright-core'
import { accountScene, newAccount } from '../people/account.ts'
import { consoleVisits, faultsOf, keepPicture, type Visit } from './visits.ts'
import { crowdedWorkspace, type CrowdSize } from './crowded-workspace.ts'
import { layoutShift, overfull, shiftMost } from './every-page.ts'
import type { TestServer } from '../server.ts'
import { isSoak, lengthOf } from '../soak.ts'

/** A workspace with rows of everything, and visits of a member and of a client to it. */
export const filledWorkspace = async (server: TestServer, chrome: Browser, filling: CrowdSize) => {
  const worker = await newAccount(server)
  const client = await newAccount(server)
  const at = await accountScene(server, worker.userId, 'admin')
  const named = await crowdedWorkspace(server, at, { userId: worker.userId, client, filling, hasFiles: isSoak })
  return {
    named,
    agency: await consoleVisits(chrome, server, worker.email),
    portal: await consoleVisits(chrome, server, client.email, `/portal/${named.slug}`),
  }
}

/** The faults of these pages, on two phones and on a desktop. */
export const faultsOfPages = async (visit: Visit, paths: readonly string[]) => {
  const { page, open, wrong, close } = await visit({ viewport: { width: 360, height: 740 } })
  const found: string[] = []
  for (const path of paths) {
    for (const width of lengthOf({ daily: [360], soak: [1440, 360] })) {
      await page.setViewportSize({ width, height: 740 })
      await open(path)
      const [shift, moved] = isSoak ? await layoutShift(page) : [0, '']
      if (shift > shiftMost)
        found.push(`${path} at ${width} px: ${shift.toFixed(3)} of it moves while it loads:${moved}`)
    }
    // WCAG 2.2 asks that nothing is wider than the window at 320 px.
    for (const width of [320, 360, 1440]) {
      await page.setViewportSize({ width, height: 740 })
      const faults = [...(await overfull(page)), ...(isSoak && width !== 320 ? await faultsOf(page) : [])]
      found.push(...faults.map((fault) => `${path} at ${width} px: ${fault}`))
      await keepPicture(page, `${path}-${width}`)
    }
    await page.setViewportSize({ width: 360, height: 740 })
  }
  await close()
  return { found, wrong }
}
