export { type FakeProvider, type SeenBody, type SeenRequest, startModelProvider } from './provider.ts'
export type { AnswerTurn, BytesTurn, RefusalTurn, SilenceTurn, Turn } from './script.ts'
export { fakeEndpoint, newIdentity, priceOfOne, type ServedRoute, serveRoute } from './gateway.ts'
export { bareSandbox } from './bare-sandbox.ts'
