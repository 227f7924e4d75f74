import type * as server from '@modelcontextprotocol/server'

export type Sdk = typeof server

/** The library of the protocol, loaded when the first message comes. */
export const loadSdk = (): Promise<Sdk> => import('@modelcontextprotocol/server')
