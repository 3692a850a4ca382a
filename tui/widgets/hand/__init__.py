"""The parts of the hand screen, each a widget that knows neither the table nor the rules."""
