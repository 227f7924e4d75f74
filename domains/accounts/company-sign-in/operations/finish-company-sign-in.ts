import { IdentityProviderRefusal, type Claims } from '../../../../execution/identity-providers/index.ts'
import { handle } from '../../../../platform/handler/index.ts'
import { limitNetwork, personOf, recordCompanyRefusal, settleAccountEventsOf } from '../../people/index.ts'
import { arrive, refusalOf } from '../arrive.ts'
import { finishCompanySignIn } from '../contract.ts'
import type { CompanyParts } from '../parts.ts'
import { clientOf } from '../provider-client.ts'
import { providerOf } from '../store-identities.ts'

export default (parts: CompanyParts) =>
  handle(finishCompanySignIn, async (context) => {
    const { database, signIn, identityClient, companyFlows } = parts
    const { body, browser, now, requestId, fail, ok } = context
    if (!signIn.canSignIn) return fail.unavailable()
    const network = await limitNetwork(signIn, browser.ip)
    const begun = companyFlows.begunIn(browser.cookie, now, body.answer.state)
    if (begun?.workspaceId !== body.workspaceId) return fail.lost()
    browser.keep(companyFlows.forget(begun, now, browser.cookie))
    const provider = await database.identity((tx) => providerOf(tx, begun.workspaceId))
    if (provider?.id !== begun.providerId) return fail.lost()
    let claims: Claims
    try {
      claims = await identityClient.finish(await clientOf(parts, provider), begun, body.answer)
    } catch (error) {
      if (!(error instanceof IdentityProviderRefusal)) throw error
      signIn.log.warn({ err: error, requestId, issuer: provider.issuer }, 'Could not finish a company sign-in')
      await recordCompanyRefusal(signIn, begun.workspaceId, error.detail ?? error.reason, context)
      if (error.reason === 'unreachable') return fail.unreachable()
      return fail.refused({ reason: error.detail ?? error.reason })
    }
    const principal = await signIn.sessions.principal(browser.cookie)
    const arrived = await database.identity((tx) => arrive(tx, context, { begun, claims, principal })).catch(refusalOf)
    if (typeof arrived === 'string') {
      await recordCompanyRefusal(signIn, begun.workspaceId, arrived, context)
      return fail[arrived]()
    }
    await signIn.networks.succeeded(network)
    await settleAccountEventsOf(
      { database, log: signIn.log },
      new Set([...arrived.workspaces, begun.workspaceId]),
      requestId,
    )
    const person = (await database.identity((tx) => personOf(tx, arrived.userId)))!
    if (arrived.token !== undefined) browser.keep(signIn.sessionCookie(arrived.token))
    if (arrived.token !== undefined) browser.keep(signIn.devices.remember(person.email))
    return ok({ workspaceId: begun.workspaceId, name: person.name })
  })
