import type { FastifyRequest } from 'fastify'

/**
 * Whether a browser says that a page of this server sent the request. The server itself speaks http alone: behind TLS
 * the origin that browsers see has to be configured.
 */
export const isOwnOrigin = ({ headers: { origin, host } }: FastifyRequest, publicOrigin: string | undefined): boolean =>
  origin !== undefined && origin === (publicOrigin ?? `http://${host}`)
