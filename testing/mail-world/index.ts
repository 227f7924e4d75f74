export { mailWorld, type HandOverPoint, type MailWorld } from './mail-world.ts'
export { oauthWorld } from './oauth-world.ts'
