/** Integers from 0 to below a bound, the same for the same seed. */
export const random =
  (seed: number) =>
  (below: number): number =>
    (seed = (seed * 48_271) % 2_147_483_647) % below

/** The same at each run; another one takes other choices. */
export const seed = Number(process.env.ORDERS_SEED ?? 1)
