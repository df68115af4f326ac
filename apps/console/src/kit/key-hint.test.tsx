import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { KeyHint } from './key-hint.tsx';

afterEach(cleanup);

let pressed = 0;

function shown(more = <p>…</p>) {
  pressed = 0;
  render(
    <>
      <button type="button" onClick={() => (pressed += 1)}>
        Escalate <KeyHint name="E" />
      </button>
      <input aria-label="Note" />
      {more}
    </>,
  );
  return screen.getByRole('button');
}

test('a key presses its button, and the button says which', () => {
  expect(shown().getAttribute('aria-keyshortcuts')).toBe('E');
  fireEvent.keyDown(document.body, { key: 'e' });
  expect(pressed).toBe(1);
});

test('also where a box has just been ticked', () => {
  shown(<input type="checkbox" aria-label="Pick" />);
  fireEvent.keyDown(screen.getByLabelText('Pick'), { key: 'e' });
  expect(pressed).toBe(1);
});

test('not while somebody types, with another key, held down, or under a dialog', () => {
  const button = shown();
  fireEvent.keyDown(screen.getByLabelText('Note'), { key: 'e' });
  for (const more of [
    { ctrlKey: true },
    { metaKey: true },
    { altKey: true },
    { shiftKey: true },
    { repeat: true },
  ])
    fireEvent.keyDown(document.body, { key: 'e', ...more });
  fireEvent.keyDown(document.body, { key: 's' });
  expect(pressed).toBe(0);
  cleanup();
  shown(<div role="dialog">Sure?</div>);
  fireEvent.keyDown(document.body, { key: 'e' });
  expect(pressed).toBe(0);
  expect(button.isConnected).toBe(false);
});

test('a button that is away or disabled is pressed by nobody', () => {
  shown();
  cleanup();
  fireEvent.keyDown(document.body, { key: 'e' });
  expect(pressed).toBe(0);
  render(
    <button type="button" disabled onClick={() => (pressed += 1)}>
      Escalate <KeyHint name="E" />
    </button>,
  );
  fireEvent.keyDown(document.body, { key: 'e' });
  expect(pressed).toBe(0);
});
