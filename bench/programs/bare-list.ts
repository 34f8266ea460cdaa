// Makes the call of `transactions list` in a few lines.
import ky from 'ky';

const { BENCH_BASE_URL: base, BENCH_AUTHORIZATION: authorization } = process.env;
const answer = await ky
  .get(`${base}/fuel-transaction/authcode?paged=true&page=1&size=5`, {
    headers: { authorization: String(authorization) },
  })
  .json();
console.log(JSON.stringify(answer));
