/** By whom invoices are handed over to the network Peppol. */
export const accessPointIds = ['e-invoice-be'] as const
export type AccessPointId = (typeof accessPointIds)[number]

export const accessPointEnvironments = ['test', 'live'] as const
export type AccessPointEnvironment = (typeof accessPointEnvironments)[number]

/**
 * Answers of a buyer, as Peppol’s Invoice Response codes them, in the order in which they come: received, in process,
 * in query, accepted with conditions, accepted or refused, paid.
 */
export const answerCodes = ['AB', 'IP', 'UQ', 'CA', 'AP', 'RE', 'PD'] as const
export type AnswerCode = (typeof answerCodes)[number]
