import type * as client from '@modelcontextprotocol/client'

export type Sdk = typeof client

/** The client library of the protocol, loaded when the first run needs it. */
export const loadSdk = (): Promise<Sdk> => import('@modelcontextprotocol/client')
