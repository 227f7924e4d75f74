import type { LoaderFunctionArgs } from 'react-router'
import { whoAmI } from '../api/client.ts'
import { followWorkspace } from '../api/follow-workspace.ts'
import { chosenWorkspace } from '../api/workspace.ts'
import { paths } from '../paths.ts'
import { lateCode } from './late-code.ts'
import { requireSignIn } from './require-sign-in.ts'

const code = lateCode(() => import('./shell.tsx'))

/** Lets in who is signed in; all others sign in first and come back to their target. */
export const shellLoader = async ({ request }: LoaderFunctionArgs) =>
  requireSignIn({ request, signIn: paths.signIn }, async () => {
    const me = await whoAmI()
    if (chosenWorkspace(me)?.isClosed !== true) followWorkspace(me)
    return me
  })

/** The loader for pages in the frame of the agency, whose code neither clients nor strangers read. */
export const lateShellLoader = async (given: LoaderFunctionArgs) => {
  const [answer] = await Promise.all([shellLoader(given), code.read()])
  return answer
}

export const LateShell = () => {
  const shell = code.now()
  return shell ? <shell.Shell /> : null
}
