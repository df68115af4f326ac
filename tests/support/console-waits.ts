import { configure } from '@testing-library/react';

// A screen's parts are fetched and drawn on a machine that carries other tests: the library's one second is not a bound for that.
configure({ asyncUtilTimeout: 10_000 });
