import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Board } from './board.tsx';
import './board.css';
import { findHost } from './host.ts';

const place = document.getElementById('board');
if (place) {
  createRoot(place).render(
    <StrictMode>
      <Board host={findHost(window)} />
    </StrictMode>,
  );
}
