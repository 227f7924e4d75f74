export { type ProviderId, providerIds } from './addresses.ts'
export { openWeb, toolsOf, type Web, type WebQuestion, type WebSource } from './open-web.ts'
export { WebRefusal, type WebTool } from './web.ts'
