import type { ComponentType, ReactNode } from 'react'
import type { LoaderFunction, NonIndexRouteObject } from 'react-router'
import { lateCode } from './late-code.ts'

export interface LatePage {
  readonly Component: ComponentType
  readonly loader?: LoaderFunction
  readonly ErrorBoundary?: ComponentType
}

/**
 * A route whose code is read when it is first opened. The router's own `lazy` draws nothing at all once such a read has
 * failed; a loader that fails leaves the frame as it is and shows `failed` in the place of the page.
 */
export const latePage = (path: string, read: () => Promise<LatePage>, failed: ReactNode): NonIndexRouteObject => {
  const code = lateCode(read)
  const Page = () => {
    const page = code.now()
    return page ? <page.Component /> : null
  }
  const Failed = () => {
    const Own = code.now()?.ErrorBoundary
    return Own ? <Own /> : failed
  }
  return {
    path,
    loader: async (given, context) => {
      const { loader } = await code.read()
      const result: unknown = typeof loader === 'function' ? await loader(given, context) : null
      return result
    },
    element: <Page />,
    errorElement: <Failed />,
  }
}
