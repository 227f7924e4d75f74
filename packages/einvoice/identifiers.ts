/** Schemes of numbers in registers of companies. Source: ISO 6523, as far as the network Peppol knows them. */
export const registerSchemes = [
  '0002', '0007', '0009', '0060', '0088', '0096', '0097', '0106', '0130', '0135', '0142', '0151', '0183', '0184',
  '0188', '0190', '0191', '0192', '0195', '0196', '0198', '0199', '0200', '0201', '0204', '0208', '0209', '0210',
  '0211', '0216', '0218', '0221', '0225', '0230', '0235', '0240', '0242', '0244', '0245', '0246', '0248',
] as const // prettier-ignore

/**
 * Schemes of electronic addresses: the schemes of the network Peppol, and `EM`, an e-mail address, which it does not
 * know. Source: Peppol BIS Billing of May 2026, PEPPOL-EN16931-CL008.
 */
export const endpointSchemes = [
  ...registerSchemes, '9910', '9913', '9914', '9915', '9918', '9919', '9920', '9922', '9923', '9924', '9925', '9926',
  '9927', '9928', '9929', '9930', '9931', '9932', '9933', '9934', '9935', '9936', '9937', '9938', '9939', '9940',
  '9941', '9942', '9943', '9944', '9945', '9946', '9947', '9948', '9949', '9950', '9951', '9952', '9953', '9957',
  '9959', 'EM',
] as const // prettier-ignore

/** An identifier and its scheme. */
export interface Identifier<Scheme extends string = string> {
  readonly scheme: Scheme
  readonly value: string
}

type Rule = (value: string) => boolean

const digitsOf = (value: string) => Array.from(value, Number)
const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0)

const matches =
  (pattern: RegExp): Rule =>
  (value) =>
    pattern.test(value)

/** A rule for a check digit at the end: `weigh` is the weight of every second digit before it. */
const hasCheckDigit =
  (weigh: (digit: number) => number): Rule =>
  (value) => {
    const digits = digitsOf(value).toReversed()
    return sum(digits.map((digit, at) => (at % 2 === 0 ? digit : weigh(digit)))) % 10 === 0
  }
/** ISO 7812, “Luhn”. */
const isLuhn = hasCheckDigit((digit) => (digit > 4 ? digit * 2 - 9 : digit * 2))
/** GS1, with the weights 3 and 1. */
const isGs1 = hasCheckDigit((digit) => digit * 3)

const weighted = (value: string, weights: readonly number[]) =>
  sum(digitsOf(value).map((digit, at) => digit * weights[at]!))

/** The remainder of a number of any length divided by 97. */
const mod97 = (digits: string) => digitsOf(digits).reduce((left, digit) => (left * 10 + digit) % 97, 0)

const both =
  (...rules: readonly Rule[]): Rule =>
  (value) =>
    rules.every((rule) => rule(value))

// Its numbers of establishments have another check.
const laPoste = '356000000'
const isSiren = both(matches(/^\d{9}$/), isLuhn)
const isSiret = both(matches(/^\d{14}$/), (value) => isLuhn(value) || value.startsWith(laPoste))

/**
 * The form of an identifier by its scheme; other schemes accept any text. Source: the rules PEPPOL-COMMON-R040 to R057,
 * BR-FR-10, BR-FR-23 and BR-FR-25, and the format of the Leitweg-ID, version 2.0.2.
 */
const rules: Readonly<Record<string, Rule>> = {
  '0002': isSiren,
  '0007': both(matches(/^\d{10}$/), isLuhn),
  '0009': isSiret,
  '0088': both(matches(/^\d{13}$/), isGs1),
  '0096': matches(/^\d{10}$/),
  '0106': matches(/^\d{8}$/),
  '0151': both(
    matches(/^[1-9]\d{10}$/),
    (value) => (weighted(value, [10, 1, 3, 5, 7, 9, 11, 13, 15, 17, 19]) - 10) % 89 === 0,
  ),
  '0184': matches(/^(DK)?\d{8}$/),
  '0190': matches(/^\d{20}$/),
  '0192': both(matches(/^(?!0{9})\d{9}$/), (value) => weighted(value, [3, 2, 7, 6, 5, 4, 3, 2, 1]) % 11 === 0),
  '0198': matches(/^DK\d{8}$/),
  '0204': matches(/^\d{2,12}(-[A-Za-z0-9]{1,30})?-\d{2}$/),
  '0208': both(matches(/^[01]\d{9}$/), (value) => 97 - mod97(value.slice(0, 8)) === Number(value.slice(8))),
  '0225': both(matches(/^\d{9}[A-Za-z0-9._-]*$/), (value) => isSiren(value.slice(0, 9))),
  '9925': matches(/^BE[01]\d{9}$/),
  '9930': matches(/^DE\d{9}$/),
  '9944': matches(/^NL\d{9}B\d{2}$/),
  EM: matches(/^[^@\s]{1,64}@[^@\s]{1,60}$/),
}

/** True if the scheme can have issued this value: its form, and its check digits if it has any. */
export const isIdentifier = ({ scheme, value }: Identifier): boolean => rules[scheme]?.(value) ?? true
