declare module 'oidc-provider' {
  import type { IncomingMessage, ServerResponse } from 'node:http'

  interface Interaction {
    readonly prompt: { readonly name: string; readonly details: Readonly<Record<string, unknown>> }
    readonly params: Readonly<Record<string, unknown>>
    readonly session?: { readonly accountId: string }
  }
  interface Grant {
    addOIDCScope(scope: string): void
    addOIDCClaims(names: readonly string[]): void
    save(): Promise<string>
  }
  export default class Provider {
    constructor(issuer: string, configuration: Readonly<Record<string, unknown>>)
    readonly Client: { readonly prototype: { redirectUriAllowed: (uri: string) => boolean } }
    readonly Grant: new (of: { readonly accountId: string; readonly clientId: string }) => Grant
    callback(): (request: IncomingMessage, response: ServerResponse) => void
    interactionDetails(request: IncomingMessage, response: ServerResponse): Promise<Interaction>
    interactionFinished(request: IncomingMessage, response: ServerResponse, result: object): Promise<void>
  }
}
