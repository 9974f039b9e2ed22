/** Integers from 0 to below a bound, the same for the same seed. */
export const random =
  (seed: number) =>
  (below: number): number =>
    (seed = (seed * 48_271) % 2_147_483_647) % below
